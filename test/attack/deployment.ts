import { connect } from "node:net";
import { connect as connectByTls } from "node:tls";
import { AMBIGUOUS, UNREADABLE } from "../proxy/bad-requests.ts";
import { statusesOf } from "../proxy/connection-text.ts";

/**
 * Sends a deployment what is no request, or one that two servers read differently: `npm run attack
 * -- https://gamedata.example.org`. Each has to be refused, with nothing behind it answered. Exit
 * code 1 where one is not. Only for services of your own.
 */
const [url = ""] = process.argv.slice(2);
if (!URL.canParse(url) || !/^https?:/.test(url)) {
  process.stderr.write("usage: npm run attack -- URL\n");
  process.exit(2);
}
const { hostname, port, protocol } = new URL(url);

/** A server that says nothing has to end the connection by then. */
const PATIENCE_MS = 15_000;

/** Everything that comes until the server ends the connection; undefined where it does not. */
function sent(bytes: string | Buffer): Promise<string | undefined> {
  return new Promise((resolve) => {
    let received = "";
    const given = typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes;
    const socket =
      protocol === "https:"
        ? connectByTls({ host: hostname, port: Number(port || 443), servername: hostname })
        : connect({ host: hostname, port: Number(port || 80) });
    socket.write(given);
    socket.setEncoding("latin1").on("data", (text) => {
      received += text;
    });
    socket.setTimeout(PATIENCE_MS, () => {
      resolve(undefined);
      socket.destroy();
    });
    socket.on("error", () => resolve(received)).on("close", () => resolve(received));
  });
}

/** What is wrong with what came; undefined where it is a refusal, or nothing at all. */
function faultOf(received: string | undefined): string | undefined {
  if (received === undefined) return "the connection stays open";
  const statuses = statusesOf(received);
  if (statuses.length > 1) return `there are ${statuses.length} answers`;
  const [status = 400] = statuses;
  return status < 400 || status >= 500 ? `it is answered with ${status}` : undefined;
}

const attacks = [...AMBIGUOUS, ...UNREADABLE].map(([what, bytes]) => ({ what, bytes }));
let faults = 0;
for (const { what, bytes } of attacks) {
  const fault = faultOf(await sent(bytes));
  if (fault === undefined) continue;
  faults += 1;
  process.stdout.write(`${what}: ${fault}\n`);
}
process.stdout.write(`${attacks.length} attacks on ${url}: ${faults} were not refused\n`);
process.exitCode = faults > 0 ? 1 : 0;
