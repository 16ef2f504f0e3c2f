import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { describeError } from "../../build/core/errors.ts";

/** The port of the metrics cannot be listened on. The message says why. */
export class MetricsPortError extends Error {}

/** The longest times for the head of a request and for all of it, in milliseconds. */
const LIMITS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
};

/**
 * Serves `/metrics` on a port; 0 picks a free one. The server does not keep the process alive.
 * Throws `MetricsPortError`.
 */
export async function listenForMetrics(
  host: string,
  port: number,
  { contentType, metrics }: { contentType: string; metrics: () => Promise<string> },
): Promise<{ url: string; close: () => void }> {
  const server = createServer(LIMITS, (request, response) => {
    const respond = (status: number, type: string, body: string) =>
      response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store" }).end(body);
    if (request.method !== "GET" || request.url?.split("?")[0] !== "/metrics") {
      respond(404, "text/plain", "GET /metrics\n");
      return;
    }
    metrics().then(
      (text) => respond(200, contentType, text),
      (error: unknown) => respond(500, "text/plain", `${describeError(error)}\n`),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) =>
      reject(new MetricsPortError(`cannot listen on ${host}:${port}: ${error.message}`)),
    );
    server.listen(port, host, resolve);
  });
  server.on("error", () => undefined); // a connection that cannot be accepted costs one scrape
  server.unref();
  return {
    url: `${urlOf(server)}/metrics`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The loopback address, for a server that listens on all addresses. */
const LOOPBACK_OF: Record<string, string | undefined> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** The URL of a server that listens. */
export function urlOf(server: Server) {
  const { address, port } = server.address() as AddressInfo;
  const host = LOOPBACK_OF[address] ?? address;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
