import { request } from "undici";

/** Headers that node:http adds by itself. */
const NODES_OWN = new Set(["date", "connection", "keep-alive"]);

/**
 * Fetches the answer of another server: its status, headers and bytes. The request has the address
 * `ANSWER_OF` and the headers `ANSWER_HEADERS` (JSON).
 */
export async function readyAnswer() {
  const { ANSWER_OF: url = "", ANSWER_HEADERS: headers = "{}" } = process.env;
  const answer = await request(url, { headers: JSON.parse(headers), responseHeaders: "raw" });
  const body = Buffer.from(await answer.body.arrayBuffer());
  return { status: answer.statusCode, rawHeaders: withoutNodesOwn(answer.headers), body };
}

function withoutNodesOwn(headers: unknown): string[] {
  const list = (headers as Buffer[]).map(String);
  return list.filter((_, at) => !NODES_OWN.has((list[at - (at % 2)] ?? "").toLowerCase()));
}
