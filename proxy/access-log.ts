import type { FastifyReply, FastifyRequest } from "fastify";
import type { Watch } from "./fastify-gate.ts";
import type { Gate } from "./gate.ts";
import type { Tier } from "./limit/rate-limit-headers.ts";
import { VISIT, type Visit } from "./visit.ts";

/**
 * Told of each answer that has left; the path is as received, or empty where there was none to
 * read.
 */
export type OnAnswered = (path: string, status: number, tier: Tier, ms: number) => void;

/** What the window of a key is called before its id; an account is nobody's business. */
const KEY = "key:";

/** Reports each answer when it has been handed to the socket: to the log, and to what measures. */
export function createAccessLog(
  log: Gate["log"],
  { redact, onAnswered, namesAddresses }: Watch,
): (request: FastifyRequest, reply: FastifyReply, done: () => void) => void {
  return (request, reply, done) => {
    const visit = request[VISIT];
    done();
    if (visit === null) return;
    const { caller, target } = visit;
    const ms = Math.round(reply.elapsedTime * 1000) / 1000;
    const { statusCode: status } = reply.raw;
    onAnswered?.(target.path, status, caller.tier, ms);
    logAnswered(log, visit, {
      requestId: request.id,
      traceparent: request.headers["traceparent"],
      method: request.method,
      path: redact(target.path),
      status,
      address: namesAddresses ? request.ip : undefined,
      ms,
    });
  };
}

/** What a server knows of an answer beside the visit; the path as a log may show it. */
export type Answered = {
  requestId: string | undefined;
  traceparent: unknown;
  method: string;
  path: string;
  status: number;
  address: string | undefined;
  ms: number;
};

/** Writes the line of an answer. */
export function logAnswered(
  log: Gate["log"],
  { bytes, caller, reason }: Visit,
  { requestId, traceparent, method, path, status, address, ms }: Answered,
): void {
  log.info(
    {
      requestId: traceOf(traceparent) ?? requestId,
      method,
      path,
      status,
      bytes,
      tier: caller.tier,
      key: caller.key.startsWith(KEY) ? caller.key.slice(KEY.length) : undefined,
      address,
      ms,
      reason,
    },
    "request",
  );
}

/** The trace that a request belongs to (W3C Trace Context, traceparent); it names the request. */
function traceOf(traceparent: unknown): string | undefined {
  const [, trace] =
    /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-/.exec(`${traceparent}`) ?? [];
  return trace;
}
