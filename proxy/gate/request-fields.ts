import type { FastifyRequest } from "fastify";
import { type Presented, presentedCredential } from "../auth/credential.ts";
import { callerAt } from "../limit/address.ts";
import type { Coding } from "../site/document.ts";
import { negotiateCoding, wantsHtml } from "../site/negotiate.ts";
import { type Fault, faultOf } from "./framing.ts";

/** What the service reads from the header fields of a request. */
export type RequestFields = {
  credential: Presented;
  /** The window of the caller's address. */
  address: string;
  /** The coding of the answer. */
  coding: Coding;
  /** The validators that the client has (RFC 9110 §13.1.2). */
  ifNoneMatch: string | undefined;
  /** Whether a person reads the answer: browsers name HTML in Accept when they open a page. */
  wantsHtml: boolean;
  /** What is wrong with the request as HTTP. */
  fault: Fault | undefined;
};

/**
 * The longest headers that are remembered, in characters. Longer ones are rare, and there may be
 * many connections, so remembering them is not worth the memory.
 */
const MAX_REMEMBERED_LENGTH = 4_096;

/** The last request of a connection, and its fields. */
type Remembered = { httpVersion: string; rawHeaders: readonly string[]; fields: RequestFields };

/**
 * Reads the fields of requests. Most requests of a connection repeat the headers of the one before.
 * Such headers are read only once.
 */
export function createFieldsReader(
  keyPrefix: string,
  warn: (message: string) => void,
): (request: FastifyRequest) => RequestFields {
  let isWarned = false;
  const bySocket = new WeakMap<object, Remembered>();

  const read = (request: FastifyRequest): RequestFields => {
    const { headers, ip, raw } = request;
    const { accept, "accept-encoding": acceptEncoding, "if-none-match": ifNoneMatch } = headers;
    if (!isWarned && hasUntrustedForwarder(request)) {
      isWarned = true;
      warn(UNTRUSTED_FORWARDER);
    }
    return {
      credential: presentedCredential(raw, keyPrefix),
      address: callerAt(ip, raw.socket.remoteAddress),
      coding: negotiateCoding(acceptEncoding),
      ifNoneMatch,
      wantsHtml: wantsHtml(accept),
      fault: faultOf(raw),
    };
  };

  return (request) => {
    const { httpVersion, rawHeaders, socket } = request.raw;
    const before = bySocket.get(socket);
    if (before?.httpVersion === httpVersion && areEqual(before.rawHeaders, rawHeaders))
      return before.fields;
    const fields = read(request);
    if (lengthOf(rawHeaders) <= MAX_REMEMBERED_LENGTH)
      bySocket.set(socket, { httpVersion, rawHeaders, fields });
    return fields;
  };
}

const UNTRUSTED_FORWARDER =
  "X-Forwarded-For is not believed, as TRUST_PROXY does not name its sender; " +
  "all callers behind one proxy share one limit";

/** Whether the request seems to come from a proxy that TRUST_PROXY does not name. */
function hasUntrustedForwarder({ headers, ip, raw }: FastifyRequest): boolean {
  return headers["x-forwarded-for"] !== undefined && ip === raw.socket.remoteAddress;
}

function lengthOf(texts: readonly string[]): number {
  let length = 0;
  for (const text of texts) length += text.length;
  return length;
}

function areEqual(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false;
  for (let at = 0; at < some.length; at += 1) if (some[at] !== others[at]) return false;
  return true;
}
