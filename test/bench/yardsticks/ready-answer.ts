import { request } from "undici";

/** What node:http adds by itself. */
const OWN = new Set(["date", "connection", "keep-alive"]);

/**
 * The answer that another server gives to the request named in `ANSWER_OF` (address) and
 * `ANSWER_HEADERS` (JSON), with its status, headers and bytes.
 */
export async function readyAnswer() {
  const { ANSWER_OF: url = "", ANSWER_HEADERS: headers = "{}" } = process.env;
  const answer = await request(url, { headers: JSON.parse(headers), responseHeaders: "raw" });
  const body = Buffer.from(await answer.body.arrayBuffer());
  return { status: answer.statusCode, rawHeaders: withoutNodesOwn(answer.headers), body };
}

function withoutNodesOwn(headers: unknown): string[] {
  const list = (headers as Buffer[]).map(String);
  return list.filter((_, at) => !OWN.has((list[at - (at % 2)] ?? "").toLowerCase()));
}
