import { connect } from "node:net";
import { connect as connectByTls } from "node:tls";
import { AMBIGUOUS, get, statusesOf, UNREADABLE } from "../proxy/bad-requests.ts";

/** A server that says nothing has to end the connection by then, in milliseconds. */
const PATIENCE_MS = 15_000;

/** Lines before the one that matters, which must be seen all the same, or refused as too many. */
const MANY = Array.from({ length: 1_100 }, (_, at) => `X-${at}: y`).join("\r\n");

/** A token that nobody signed: `{"alg":"none"}` and `{"sub":"attack"}` (RFC 8725 §2.1). */
const UNSIGNED = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhdHRhY2sifQ.";

/** What a service that takes it for good would serve. */
const REFUSED: [string, string][] = [
  ["a key behind 1,100 header lines", get(`${MANY}\r\nX-API-Key: gdr_attack`)],
  ["a second Host behind 1,100 header lines", get(`${MANY}\r\nHost: other`)],
  ["a key that nobody issued", closing("X-API-Key: gdr_attack")],
  ["a token that nobody signed", closing(`Authorization: Bearer ${UNSIGNED}`)],
  ["a token beside a key", closing("X-API-Key: gdr_attack\r\nAuthorization: Bearer attack")],
  ["a key header twice", closing("X-API-Key: gdr_attack\r\nX-API-Key: gdr_attack")],
  [
    "a name of 300 bytes",
    closing("X: y").replace("/v1/games", `/v1/overwatch/heroes/${"a".repeat(300)}`),
  ],
];

/** A request whose connection ends with its answer. */
function closing(lines: string) {
  return get(`Connection: close\r\n${lines}`);
}

/**
 * Sends a deployment invalid requests, requests that two servers read differently, and credentials
 * that are none. Says which of them are not refused, or have something behind them answered, and
 * returns how many those are.
 */
export async function attack(url: URL, say: (line: string) => void) {
  const attacks = [...AMBIGUOUS, ...UNREADABLE, ...REFUSED];
  let faults = 0;
  for (const [what, bytes] of attacks) {
    const fault = faultOf(await sent(url, bytes), /^Transfer-Encoding:/m.test(`${bytes}`));
    if (fault === undefined) continue;
    faults += 1;
    say(`${what}: ${fault}`);
  }
  say(`${attacks.length} attacks on ${url.origin}: ${faults} were not refused`);
  return faults;
}

/** Everything that comes until the server ends the connection; undefined where it does not. */
function sent(
  { host, hostname, port, protocol }: URL,
  bytes: string | Buffer,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    let received = "";
    const given =
      typeof bytes === "string"
        ? Buffer.from(bytes.replaceAll("Host: test", `Host: ${host}`), "latin1")
        : bytes;
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

/**
 * What is wrong with what arrived; undefined where it is a refusal, or nothing at all. 501 refuses
 * an unknown transfer coding (RFC 9112 §6.1).
 */
function faultOf(received: string | undefined, hasCoding: boolean) {
  if (received === undefined) return "the connection stays open";
  const statuses = statusesOf(received);
  if (statuses.length > 1) return `there are ${statuses.length} answers`;
  const [status = 400] = statuses;
  const isRefusal = (status >= 400 && status < 500) || (status === 501 && hasCoding);
  return isRefusal ? undefined : `it is answered with ${status}`;
}
