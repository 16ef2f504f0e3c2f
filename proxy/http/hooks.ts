import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from "fastify";
import { admitCounted, admitUncounted, type Next } from "../gate/admit.ts";
import { VISIT } from "../gate/visit.ts";
import type { FastifyGate } from "./fastify-gate.ts";
import { send } from "./send.ts";

/** A hook that answers, or calls `done`. It does so at once, unless it has to wait. */
type Hook = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

/** The hook of counted requests. There is only one, as each hook costs two microseconds. */
export function createCountedHook(gate: FastifyGate): Hook {
  return (request, reply, done) => {
    const gateRequest = gate.gateRequestOf(request);
    const next = answerOrContinue(gate, request, reply, done);
    admitCounted(gate, gateRequest, gate.identify(request, gateRequest.fields), next, done);
  };
}

/** The hook of requests that are not counted. */
export function createUncountedHook(gate: FastifyGate): Hook {
  return (request, reply, done) =>
    admitUncounted(
      gate,
      gate.gateRequestOf(request),
      answerOrContinue(gate, request, reply, done),
      done,
    );
}

/** Keeps the visit of a request. Sends the answer if there is one, or else calls `done`. */
function answerOrContinue(
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
