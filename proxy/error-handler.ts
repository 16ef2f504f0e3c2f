import type { FastifyReply, FastifyRequest } from "fastify";
import { PROBLEM_DETAILS as DETAILS } from "../build/schema/problem-details.ts";
import { PROBLEM_TYPES } from "../build/schema/problem-types.ts";
import { showWindow } from "./admit.ts";
import type { FastifyGate } from "./fastify-gate.ts";
import { problemOfStatus } from "./problems.ts";
import { send } from "./send.ts";
import { VISIT } from "./visit.ts";

/** What is left to say where not even a problem of the site can be made. */
const LAST = problemOfStatus(
  500,
  PROBLEM_TYPES["internal-server-error"].title,
  DETAILS.internalError,
  "/",
);

/** Answers 500 to whatever has been thrown, and says in the log what that was. */
export function createErrorHandler(
  gate: FastifyGate,
): (error: unknown, request: FastifyRequest, reply: FastifyReply) => void {
  return (error, request, reply) => {
    gate.log.error({ err: error }, "request failed");
    try {
      showWindow(gate, gate.arrivalOf(request), undefined, giveUp, (visit) => {
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
      else reply.raw.writeHead(500, [...LAST.headers, ...gate.commonHeaders]).end(LAST.body);
    }
  };
}
