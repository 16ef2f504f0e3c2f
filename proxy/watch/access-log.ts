import type { FastifyReply, FastifyRequest } from "fastify";
import type { Admission, Gate } from "../gate/admit.ts";
import type { Tier, Window } from "../limit/windows.ts";

/**
 * Called after each response. `path` is the path as received, or empty if the request could not be
 * read.
 */
export type OnResponse = (path: string, status: number, tier: Tier, ms: number) => void;

/** How responses are reported, and what the log may show. */
export type Watch = {
  redact: (path: string) => string;
  onResponse: OnResponse | undefined;
  namesAddresses: boolean;
};

/** How the window of an API key begins, before the key's id. The log names no accounts. */
const KEY_WINDOW = "key:";

/** Reports a response to the log and to the metrics, once it has been handed to the socket. */
export function logRequest(
  log: Gate["log"],
  { redact, onResponse, namesAddresses }: Watch,
  admission: Admission,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { caller, target } = admission;
  const ms = Math.round(reply.elapsedTime * 1000) / 1000;
  const { statusCode: status } = reply.raw;
  onResponse?.(target.path, status, caller.tier, ms);
  logResponse(log, admission, {
    requestId: request.id,
    method: request.method,
    path: redact(target.path),
    status,
    address: namesAddresses ? request.ip : undefined,
    ms,
  });
}

/** What the log says of a response, beside the admission. `path` is already redacted. */
export type Responded = {
  requestId: string;
  method: string;
  path: string;
  status: number;
  address: string | undefined;
  ms: number;
};

/** Logs one response. */
export function logResponse(
  log: Gate["log"],
  { bytes, caller, reason, window }: Admission,
  { requestId, method, path, status, address, ms }: Responded,
): void {
  log.info(
    {
      requestId,
      method,
      path,
      status,
      bytes,
      tier: caller.tier,
      key: caller.key.startsWith(KEY_WINDOW) ? caller.key.slice(KEY_WINDOW.length) : undefined,
      address,
      ms,
      reason,
      ...(status === 429 ? refusalOf(window, reason) : undefined),
    },
    "request",
  );
}

/** Why a request got 429, and the window that decided it. */
function refusalOf({ isExhausted, limit, resetSeconds }: Window, reason: string | undefined) {
  const reasons = [reason, isExhausted ? "the limit is exhausted" : undefined];
  const given = reasons.filter((text) => text !== undefined);
  return { reason: given.join("; "), window: { limit, resetSeconds } };
}
