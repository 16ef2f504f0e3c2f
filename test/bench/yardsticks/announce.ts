import type { Server } from "node:http";

/** Tells the benchmark where the server listens, in the words of the proxy's own log line. */
export function announce(server: Server): void {
  const address = server.address();
  if (typeof address === "object" && address !== null)
    process.stdout.write(`at http://127.0.0.1:${address.port}\n`);
}
