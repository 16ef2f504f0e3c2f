import fastify from "fastify";
import { announce } from "./announce.ts";
import { readyAnswer } from "./ready-answer.ts";

/** The fastest fastify server: one route writes a ready answer without fastify's reply. */
const { status, rawHeaders, body } = await readyAnswer();
const app = fastify();
app.all("/*", (_request, reply) => {
  reply.hijack();
  reply.raw.writeHead(status, rawHeaders);
  reply.raw.end(body);
});
await app.listen({ host: "127.0.0.1", port: 0 });
announce(app.server);
