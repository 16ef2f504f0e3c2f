import type { FastifyPluginCallback } from "fastify";
import type { Answer } from "./answers.ts";
import type { FastifyGate } from "./fastify-gate.ts";
import { createShow } from "./hooks.ts";
import { send } from "./send.ts";
import { visitOf } from "./visit.ts";

/** Where balancers ask whether to send callers here. */
export const READY = "/ready";

const BODY = Buffer.from('{ "status": "ready" }\n');

const YES: Answer = {
  status: 200,
  headers: [
    ...["Content-Type", "application/json", "Content-Length", `${BODY.length}`],
    ...["Cache-Control", "no-store"],
  ],
  body: BODY,
};

/** Answers 200 until the server is about to end, and then 503. */
export const ready: FastifyPluginCallback<{ gate: FastifyGate; isEnding: () => boolean }> = (
  app,
  { gate, isEnding },
  done,
) => {
  app.addHook("onRequest", createShow(gate));
  app.route({
    method: app.supportedMethods,
    url: READY,
    handler: (request, reply) => {
      const { path } = visitOf(request).target;
      send(gate, request, reply, isEnding() ? gate.answers().problems.notReady(path) : YES);
    },
  });
  done();
};
