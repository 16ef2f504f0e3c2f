import type { FastifyReply, FastifyRequest } from "fastify";
import { PROBLEM_DETAILS as DETAILS } from "../../build/core/schema/problem-details.ts";
import { PROBLEM_TYPES } from "../../build/core/schema/problem-types.ts";
import { visitUncounted } from "../gate/admit.ts";
import { problemOfStatus } from "../gate/problems.ts";
import { VISIT } from "../gate/visit.ts";
import type { FastifyGate } from "./fastify-gate.ts";
import { send } from "./send.ts";

/** The answer if even the problem of the site cannot be made. */
const LAST_RESORT = problemOfStatus(
  500,
  PROBLEM_TYPES["internal-server-error"].title,
  DETAILS.internalError,
  "/",
);

/** Answers 500 to every error, and logs the error. */
export function createErrorHandler(
  gate: FastifyGate,
): (error: unknown, request: FastifyRequest, reply: FastifyReply) => void {
  return (error, request, reply) => {
    gate.log.error({ err: error }, "request failed");
    try {
      visitUncounted(gate, gate.gateRequestOf(request), undefined, giveUp, (visit) => {
        request[VISIT] = visit;
        send(gate, request, reply, gate.answers().problems.internalError(visit.target.path));
      });
    } catch (again) {
      giveUp(again);
    }

    function giveUp(again: unknown): void {
      gate.log.error({ err: again }, "request failed");
      reply.hijack();
      if (reply.raw.headersSent) reply.raw.destroy();
      else
        reply.raw
          .writeHead(500, [...LAST_RESORT.headers, ...gate.commonHeaders])
          .end(LAST_RESORT.body);
    }
  };
}
