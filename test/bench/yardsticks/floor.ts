import { createServer } from "node:http";
import { request } from "undici";
import { announce } from "./announce.ts";

/** What node:http adds by itself. */
const OWN = new Set(["date", "connection", "keep-alive"]);

/**
 * The floor of the platform: node:http writing a ready answer. The answer is the one that another server gives to the
 * request named in `ANSWER_OF` (address) and `ANSWER_HEADERS` (JSON), with the same status, headers and bytes.
 */
const { ANSWER_OF: url = "", ANSWER_HEADERS: headers = "{}" } = process.env;
const { status, rawHeaders, body } = await ready(url, JSON.parse(headers));
const server = createServer((_request, response) => {
  response.writeHead(status, rawHeaders);
  response.end(body);
});
server.listen(0, "127.0.0.1", () => announce(server));

async function ready(url: string, headers: Record<string, string>) {
  const answer = await request(url, { headers, responseHeaders: "raw" });
  const body = Buffer.from(await answer.body.arrayBuffer());
  return { status: answer.statusCode, rawHeaders: withoutNodesOwn(answer.headers), body };
}

function withoutNodesOwn(headers: unknown): string[] {
  const list = (headers as Buffer[]).map(String);
  return list.filter((_, at) => !OWN.has((list[at - (at % 2)] ?? "").toLowerCase()));
}
