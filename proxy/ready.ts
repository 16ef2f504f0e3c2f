import type { FastifyPluginCallback } from "fastify";
import type { Answer } from "./answers.ts";
import type { FastifyGate } from "./fastify-gate.ts";
import { createUncountedHook } from "./hooks.ts";
import { send } from "./send.ts";
import { visitOf } from "./visit.ts";

/** The path at which load balancers ask whether this server takes callers. */
export const READY = "/ready";

const BODY = Buffer.from('{ "status": "ready" }\n');

const READY_ANSWER: Answer = {
  status: 200,
  headers: [
    ...["Content-Type", "application/json", "Content-Length", `${BODY.length}`],
    ...["Cache-Control", "no-store"],
  ],
  body: BODY,
};

/** Answers `/ready` with 200, or with 503 once the server is about to end. */
export const ready: FastifyPluginCallback<{ gate: FastifyGate; isEnding: () => boolean }> = (
  app,
  { gate, isEnding },
  done,
) => {
  app.addHook("onRequest", createUncountedHook(gate));
  app.route({
    method: app.supportedMethods,
    url: READY,
    handler: (request, reply) => {
      const { path } = visitOf(request).target;
      send(
        gate,
        request,
        reply,
        isEnding() ? gate.answers().problems.notReady(path) : READY_ANSWER,
      );
    },
  });
  done();
};
