import { createServer, type Server } from "node:http";
import fastify from "fastify";
import { request } from "undici";

/** Servers that the proxy is compared with. Each prints its address. */
const YARDSTICKS: Record<string, () => Promise<Server>> = {
  /** The fastest server of Node writes the answer of another server. */
  "node:http": async () => {
    const { status, headers, body } = await readyAnswer();
    return createServer((_request, response) => {
      response.writeHead(status, headers);
      response.end(body);
    }).listen(0, "127.0.0.1");
  },
  /** The fastest fastify: one route writes the same without fastify's reply. */
  fastify: async () => {
    const { status, headers, body } = await readyAnswer();
    const app = fastify();
    app.all("/*", (_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(status, headers);
      reply.raw.end(body);
    });
    await app.listen({ host: "127.0.0.1", port: 0 });
    return app.server as Server;
  },
};

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

const server = await YARDSTICKS[process.argv[2] ?? ""]?.();
const tell = () => {
  const address = server?.address();
  if (typeof address === "object" && address !== null)
    process.stdout.write(`at http://127.0.0.1:${address.port}\n`);
};
if (server?.listening) tell();
else server?.once("listening", tell);
