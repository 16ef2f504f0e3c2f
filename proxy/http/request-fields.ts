import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyRequest } from "fastify";
import type { Presented } from "../auth/identity.ts";
import { isRepeated, presentedCredential } from "../gate/credential.ts";
import type { Fault, RequestFields } from "../gate/request.ts";
import { callerAt } from "../limit/address.ts";
import { negotiateCoding, wantsHtml } from "../site/negotiate.ts";

/** Reads the fields of a request. */
export function fieldsOf({ headers, ip, raw }: FastifyRequest, keyPrefix: string): RequestFields {
  return {
    credential: credentialOf(raw, keyPrefix),
    address: callerAt(ip, raw.socket.remoteAddress),
    coding: negotiateCoding(headers["accept-encoding"]),
    ifMatch: headers["if-match"],
    ifNoneMatch: headers["if-none-match"],
    wantsHtml: wantsHtml(headers.accept),
    fault: faultOf(raw),
  };
}

/** The last credential of each connection: a digest takes 0.5 (of a key) to 2 µs (of a token). */
const lastOf = new WeakMap<
  Socket,
  { authorization: unknown; key: unknown; presented: Presented }
>();

/** In characters. Longer tokens are rare, and not worth the memory. */
const MAX_REMEMBERED = 2_048;

/** The credential of a request, remembered with its connection. */
export function credentialOf(
  { headers, rawHeaders, socket }: IncomingMessage,
  keyPrefix: string,
): Presented {
  const { authorization, "x-api-key": key } = headers;
  const last = lastOf.get(socket);
  // Node joins the values of a repeated X-API-Key, but keeps the first Authorization alone.
  if (
    last !== undefined &&
    last.authorization === authorization &&
    last.key === key &&
    !isRepeated(rawHeaders, "authorization")
  )
    return last.presented;
  const presented = presentedCredential({ headers, rawHeaders }, keyPrefix);
  if ("digest" in presented && presented.text.length <= MAX_REMEMBERED)
    lastOf.set(socket, { authorization, key, presented });
  return presented;
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
