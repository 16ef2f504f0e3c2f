import type { IncomingMessage } from "node:http";
import { isRepeated } from "./auth/credential.ts";

/** What is wrong with a request, and the status that says so. */
export type Fault = { status: 400 | 431; detail: string };

/** More header lines than this are refused. */
export const MOST_HEADER_LINES = 100;

/** A host and a port, or nothing (RFC 9110 §7.2, RFC 3986 §3.2.2). */
const HOST = /^[\w.~!$&'()*+,;=:%[\]-]*$/;

/** What is wrong with a request that Node's parser lets through; undefined for a good one. */
export function faultOf({ httpVersion, headers, rawHeaders }: IncomingMessage): Fault | undefined {
  const { host, "transfer-encoding": coding } = headers;
  if (rawHeaders.length > 2 * MOST_HEADER_LINES)
    return { status: 431, detail: `A request has at most ${MOST_HEADER_LINES} header lines.` };
  if (httpVersion !== "1.1" && httpVersion !== "1.0")
    return { status: 400, detail: "The service speaks HTTP/1.1 and HTTP/1.0." };
  // Where it ends would be a matter of opinion between us and who forwarded it (RFC 9112 §6.1,
  // §6.3).
  if (coding !== undefined && (httpVersion === "1.0" || coding.toLowerCase() !== "chunked"))
    return {
      status: 400,
      detail: "A Transfer-Encoding is chunked, and HTTP/1.0 has none (RFC 9112, section 6.1).",
    };
  if (
    host === undefined ? httpVersion === "1.1" : !HOST.test(host) || isRepeated(rawHeaders, "host")
  )
    return {
      status: 400,
      detail: "A request has one Host header, with a host and a port (RFC 9112, section 3.2).",
    };
  return undefined;
}
