import type { IncomingMessage } from "node:http";
import { isRepeated } from "./auth/credential.ts";

/** A host and a port, or nothing (RFC 9110 §7.2, RFC 3986 §3.2.2). */
const HOST = /^[\w.~!$&'()*+,;=:%[\]-]*$/;

/** What is wrong with a request that Node's parser lets through, as the detail of a 400; undefined for a good one. */
export function faultOf({ httpVersion, headers, rawHeaders }: IncomingMessage): string | undefined {
  const { host, "transfer-encoding": coding } = headers;
  // Where it ends is then a matter of opinion, and opinions differ between us and whoever forwarded it (RFC 9112 §6.1, §6.3).
  if (coding !== undefined && (httpVersion === "1.0" || !/(^|,)\s*chunked$/i.test(coding))) {
    return "A Transfer-Encoding ends in chunked, and HTTP/1.0 has none (RFC 9112, section 6.1).";
  }
  if (
    host === undefined ? httpVersion === "1.1" : !HOST.test(host) || isRepeated(rawHeaders, "host")
  ) {
    return "A request has one Host header, with a host and a port (RFC 9112, section 3.2).";
  }
  return undefined;
}
