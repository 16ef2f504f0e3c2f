import { createServer } from "node:http";
import { announce } from "./announce.ts";
import { readyAnswer } from "./ready-answer.ts";

/** The fastest server of Node: node:http writes a ready answer. */
const { status, rawHeaders, body } = await readyAnswer();
const server = createServer((_request, response) => {
  response.writeHead(status, rawHeaders);
  response.end(body);
});
server.listen(0, "127.0.0.1", () => announce(server));
