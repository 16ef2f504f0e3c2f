import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from "fastify";
import { admit, type Next, show } from "./admit.ts";
import type { FastifyGate } from "./fastify-gate.ts";
import { send } from "./send.ts";
import { VISIT } from "./visit.ts";

/** A hook that ends with `done`, at once unless something has to be waited for. */
type Hook = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

/** The one hook of what is counted, as each costs two microseconds. */
export function createAdmit(gate: FastifyGate): Hook {
  return (request, reply, done) => {
    const arrival = gate.arrivalOf(request);
    const next = answerOrGoOn(gate, request, reply, done);
    admit(gate, arrival, gate.identify(request, arrival.fields), next, done);
  };
}

/** The one hook of what is not counted. */
export function createShow(gate: FastifyGate): Hook {
  return (request, reply, done) =>
    show(gate, gate.arrivalOf(request), answerOrGoOn(gate, request, reply, done), done);
}

/** Notes what is known of a request, and sends its answer; without one it goes on. */
function answerOrGoOn(
  gate: FastifyGate,
  request: FastifyRequest,
  reply: FastifyReply,
  done: HookHandlerDoneFunction,
): Next {
  return (visit, answer) => {
    request[VISIT] = visit;
    if (answer === undefined) done();
    else send(gate, request, reply, answer);
  };
}
