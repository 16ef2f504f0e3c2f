import type { Server } from "node:http";

/** Prints the address of the server, for the benchmark to read. */
export function announce(server: Server): void {
  const address = server.address();
  if (typeof address === "object" && address !== null)
    process.stdout.write(`at http://127.0.0.1:${address.port}\n`);
}
