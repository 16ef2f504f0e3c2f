import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { isRepeated, presentedCredential } from "../gate/credential.ts";
import type { Fault, RequestFields } from "../gate/request.ts";
import { callerAt } from "../limit/address.ts";
import { negotiateCoding, wantsHtml } from "../site/negotiate.ts";

/** Reads the fields of a request. */
export function fieldsOf({ headers, ip, raw }: FastifyRequest, keyPrefix: string): RequestFields {
  return {
    credential: presentedCredential(raw, keyPrefix),
    address: callerAt(ip, raw.socket.remoteAddress),
    coding: negotiateCoding(headers["accept-encoding"]),
    ifMatch: headers["if-match"],
    ifNoneMatch: headers["if-none-match"],
    wantsHtml: wantsHtml(headers.accept),
    fault: faultOf(raw),
  };
}

/** The most header lines of a request. */
const MOST_HEADER_LINES = 100;

/** A host with or without a port, or nothing (RFC 9110 §7.2, RFC 3986 §3.2.2). */
const HOST = /^[\w.~!$&'()*+,;=:%[\]-]*$/;

/** Finds what is wrong with a request that Node's parser accepts. Undefined for a good one. */
function faultOf({ httpVersion, headers, rawHeaders }: IncomingMessage): Fault | undefined {
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
