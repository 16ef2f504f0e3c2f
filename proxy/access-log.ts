import type { FastifyReply, FastifyRequest } from "fastify";
import type { Gate, Watch } from "./gate.ts";
import type { Tier } from "./limit/headers.ts";
import { VISIT } from "./visit.ts";

/** Told of each answer that has left; the path is as received, or empty where there was none to read. */
export type OnAnswered = (path: string, status: number, tier: Tier, ms: number) => void;

/** Reports each answer when it has been handed to the socket: to the log, and to what measures. */
export function createAccessLog(
  log: Gate["log"],
  { redact, onAnswered }: Watch,
): (request: FastifyRequest, reply: FastifyReply, done: () => void) => void {
  return (request, reply, done) => {
    const visit = request[VISIT];
    done();
    if (visit === null) return;
    const { caller, reason, target } = visit;
    const ms = Math.round(reply.elapsedTime * 1000) / 1000;
    const { statusCode: status } = reply.raw;
    onAnswered?.(target.path, status, caller.tier, ms);
    const { method } = request;
    log.info(
      { method, path: redact(target.path), status, tier: caller.tier, ms, reason },
      "request",
    );
  };
}
