import type { FastifyRequest } from "fastify";
import { type Presented, presentedCredential } from "./auth/credential.ts";
import { type Fault, faultOf } from "./framing.ts";
import { callerAt } from "./limit/address.ts";
import type { Coding } from "./site/document.ts";
import { negotiateCoding, wantsHtml } from "./site/negotiate.ts";

/** What the header fields of a request say, as far as the service looks at them. */
export type RequestFields = {
  credential: Presented;
  /** The window of the address it comes from. */
  address: string;
  /** The coding its answer is to have. */
  coding: Coding;
  /** The validators the client knows (RFC 9110 §13.1.2). */
  ifNoneMatch: string | undefined;
  /** Whether a person reads the answer: a browser that opens a page asks for HTML by name. */
  wantsHtml: boolean;
  /** What is wrong with it, as HTTP. */
  fault: Fault | undefined;
};

/**
 * Longer headers are rare, and not worth the memory: connections are many, and may be anybody's.
 */
const MAX_REMEMBERED_LENGTH = 4_096;

/** The request before on the same connection, and what it said. */
type Before = { httpVersion: string; rawHeaders: readonly string[]; fields: RequestFields };

/**
 * Reads the fields of requests. Most requests of a connection say the same as the one before, which
 * is read only once.
 */
export function createFieldsReader(
  keyPrefix: string,
  warn: (message: string) => void,
): (request: FastifyRequest) => RequestFields {
  let isWarned = false;
  const remembered = new WeakMap<object, Before>();

  const read = (request: FastifyRequest): RequestFields => {
    const { headers, ip, raw } = request;
    const { accept, "accept-encoding": acceptEncoding, "if-none-match": ifNoneMatch } = headers;
    if (!isWarned && isForwardedInVain(request)) {
      isWarned = true;
      warn(FORWARDED_IN_VAIN);
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
    const before = remembered.get(socket);
    if (before?.httpVersion === httpVersion && areEqual(before.rawHeaders, rawHeaders))
      return before.fields;
    const fields = read(request);
    if (lengthOf(rawHeaders) <= MAX_REMEMBERED_LENGTH)
      remembered.set(socket, { httpVersion, rawHeaders, fields });
    return fields;
  };
}

const FORWARDED_IN_VAIN =
  "X-Forwarded-For is not believed, as TRUST_PROXY does not name its sender; " +
  "all callers behind one proxy share one limit";

/** Whether a proxy seems to have sent it, whose word is not taken for the caller's address. */
function isForwardedInVain({ headers, ip, raw }: FastifyRequest): boolean {
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
