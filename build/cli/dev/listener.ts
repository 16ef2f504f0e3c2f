import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a path answers with. */
export type Reply = { status: number; type: string; body: string | Buffer };

/** Where open pages hear of changes (server-sent events). */
const EVENTS = "/dev/events";

/**
 * Listens on the loopback address, on the first free port from `port` on. `announce` sends a line
 * to every open page, and to those that are opened later.
 */
export async function listen(port: number, replyTo: (path: string) => Reply) {
  const streams = new Set<ServerResponse>();
  let newest = "";
  const server = createServer(({ url = "/" }, response) => {
    const path = url.replace(/\?.*/, "");
    if (path === EVENTS) {
      response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
      if (newest !== "") response.write(`data: ${newest}\n\n`);
      streams.add(response);
      response.on("close", () => streams.delete(response));
      return;
    }
    const { status, type, body } = replyTo(path);
    response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store" });
    response.end(body);
  });
  await listenFrom(server, port);
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    announce: (line: string) => {
      newest = line;
      for (const stream of streams) stream.write(`data: ${line}\n\n`);
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function listenFrom(server: Server, port: number) {
  server.listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    await listenFrom(server, port + 1);
  }
}
