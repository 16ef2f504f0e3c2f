import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import fastify from "fastify";
import { request } from "undici";

/** Headers that node:http adds by itself. */
const NODES_OWN = new Set(["date", "connection", "keep-alive"]);

/** The answer at the address `ANSWER_OF` to a request with the headers `ANSWER_HEADERS` (JSON). */
async function readyAnswer() {
  const { ANSWER_OF: url = "", ANSWER_HEADERS: given = "{}" } = process.env;
  const answer = await request(url, { headers: JSON.parse(given), responseHeaders: "raw" });
  const raw = (answer.headers as unknown as Buffer[]).map(String);
  const isOurs = (at: number) => !NODES_OWN.has((raw[at - (at % 2)] ?? "").toLowerCase());
  const body = Buffer.from(await answer.body.arrayBuffer());
  return { status: answer.statusCode, headers: raw.filter((_, at) => isOurs(at)), body };
}

const { status, headers, body } = await readyAnswer();

function answer(response: ServerResponse) {
  response.writeHead(status, headers);
  response.end(body);
}

// The fastest server of Node, or the fastest fastify, writes the answer of another server.
if (process.argv[2] === "node:http") {
  const server = createServer((_request, response) => answer(response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  process.stdout.write(`at http://127.0.0.1:${typeof address === "object" && address?.port}\n`);
} else {
  const app = fastify();
  app.all("/*", (_request, reply) => {
    reply.hijack();
    answer(reply.raw);
  });
  process.stdout.write(`at ${await app.listen({ host: "127.0.0.1", port: 0 })}\n`);
}
