import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect, it } from "vitest";
import { CONNECTION_LIMITS, followConnections } from "../../proxy/http/connections.ts";
import { statusesOf } from "./bad-requests.ts";
import { hold } from "./connection.ts";

const GET = "GET / HTTP/1.1\r\nHost: test\r\n\r\n";

it("a server that cuts its idle connections at its end answers a request that comes while it cuts others", async () => {
  const server = createServer((_request, response) => response.end());
  const connections = followConnections(server, CONNECTION_LIMITS, () => false);
  const accepted: Socket[] = [];
  server.on("connection", (socket) => accepted.push(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const kept = [];
  for (let at = 0; at < 8; at += 1) kept.push(await hold(port, GET));
  for (const { received } of kept) await expect.poll(() => statusesOf(received())).toEqual([200]);
  const [first] = accepted;
  const last = kept.at(-1);
  if (first === undefined || last === undefined) throw new Error("nobody is connected");

  const ended = connections.end({ listenMs: 0, idleMs: 1 });
  await once(first, "close");
  last.socket.write(GET);
  await ended;

  await last.ended;
  expect(statusesOf(last.received())).toEqual([200, 200]);
  expect(last.received()).toContain("Connection: close");
});
