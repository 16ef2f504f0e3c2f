import type { FastifyReply, FastifyRequest } from "fastify";
import { showWindow } from "./admit.ts";
import type { Gate } from "./gate.ts";
import { send } from "./send.ts";

/** Answers 500 to whatever has been thrown, and says in the log what that was. */
export function createErrorHandler(
  gate: Gate,
): (error: unknown, request: FastifyRequest, reply: FastifyReply) => void {
  return (error, request, reply) => {
    gate.log.error({ err: error }, "request failed");
    if (reply.raw.headersSent) return void reply.raw.destroy();
    showWindow(gate, request, giveUp, undefined, ({ target }) =>
      send(gate, request, reply, gate.answers().problems.internalError(target.path)),
    );

    function giveUp(again: unknown): void {
      gate.log.error({ err: again }, "request failed");
      reply.raw.destroy();
    }
  };
}
