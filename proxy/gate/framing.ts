import type { IncomingMessage } from "node:http";
import { isRepeated } from "../auth/credential.ts";

/** What is wrong with a request, and the status of the answer. */
export type Fault = { status: 400 | 431; detail: string };

/** The most header lines of a request. */
export const MOST_HEADER_LINES = 100;

/** A host with or without a port, or nothing (RFC 9110 §7.2, RFC 3986 §3.2.2). */
const HOST = /^[\w.~!$&'()*+,;=:%[\]-]*$/;

/** Finds what is wrong with a request that Node's parser accepts. Undefined for a good one. */
export function faultOf({ httpVersion, headers, rawHeaders }: IncomingMessage): Fault | undefined {
  const { host, "transfer-encoding": coding } = headers;
  if (rawHeaders.length > 2 * MOST_HEADER_LINES)
    return { status: 431, detail: `A request has at most ${MOST_HEADER_LINES} header lines.` };
  if (httpVersion !== "1.1" && httpVersion !== "1.0")
    return { status: 400, detail: "The service speaks HTTP/1.1 and HTTP/1.0." };
  // Otherwise this service and a proxy before it could disagree on where the request ends (RFC 9112
  // §6.1, §6.3).
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
