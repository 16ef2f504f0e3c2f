import type { FastifyReply, FastifyRequest } from "fastify";
import type { Gate, Visit } from "../gate/admit.ts";
import type { Tier } from "../limit/windows.ts";

/**
 * Called after each answer. `path` is the path as received, or empty if the request could not be
 * read.
 */
export type OnAnswered = (path: string, status: number, tier: Tier, ms: number) => void;

/** How answers are reported, and what the log may show. */
export type Watch = {
  redact: (path: string) => string;
  onAnswered: OnAnswered | undefined;
  namesAddresses: boolean;
};

/** How the window of an API key begins, before the key's id. The log names no accounts. */
const KEY_WINDOW = "key:";

/** Reports an answer to the log and to the metrics, once it has been handed to the socket. */
export function logRequest(
  log: Gate["log"],
  { redact, onAnswered, namesAddresses }: Watch,
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
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
}

/** What the log says of an answer, beside the visit. `path` is already redacted. */
export type Answered = {
  requestId: string | undefined;
  traceparent: unknown;
  method: string;
  path: string;
  status: number;
  address: string | undefined;
  ms: number;
};

/** Logs one answer. */
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
      key: caller.key.startsWith(KEY_WINDOW) ? caller.key.slice(KEY_WINDOW.length) : undefined,
      address,
      ms,
      reason,
    },
    "request",
  );
}

/** The trace id of a request (W3C Trace Context, traceparent). The log uses it as request id. */
function traceOf(traceparent: unknown): string | undefined {
  const [, trace] =
    /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-/.exec(`${traceparent}`) ?? [];
  return trace;
}
