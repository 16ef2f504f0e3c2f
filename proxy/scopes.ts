import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import type { FastifyGate } from "./fastify-gate.ts";
import { createCountedHook, createUncountedHook } from "./hooks.ts";
import { COUNTED, DESCRIPTION } from "./scope.ts";
import { send } from "./send.ts";
import { visitOf } from "./visit.ts";

/**
 * Routes that are counted, and that check credentials: all under `/v1` except the description and
 * preflights.
 */
export const counted: FastifyPluginCallback<{ gate: FastifyGate }> = (app, { gate }, done) => {
  app.addHook("onRequest", createCountedHook(gate));
  const methods = methodsOf(app).filter((method) => method !== "OPTIONS");
  for (const url of [COUNTED, `${COUNTED}/*`]) route(app, methods, url, gate);
  done();
};

/** All other routes. They are not counted, and show the window of the address. */
export const uncounted: FastifyPluginCallback<{ gate: FastifyGate }> = (app, { gate }, done) => {
  app.addHook("onRequest", createUncountedHook(gate));
  for (const url of [COUNTED, `${COUNTED}/*`]) route(app, ["OPTIONS"], url, gate);
  const root = app.prefix === "" ? [] : ["/"];
  for (const url of [...root, DESCRIPTION, "/*"]) route(app, methodsOf(app), url, gate);
  done();
};

function route(app: FastifyInstance, method: string[], url: string, gate: FastifyGate): void {
  app.route({
    method,
    url,
    exposeHeadRoute: false,
    handler: (request, reply) => answer(gate, request, reply),
  });
}

/** Sends the document that a request asks for. */
function answer(gate: FastifyGate, request: FastifyRequest, reply: FastifyReply): void {
  const { target, fields } = visitOf(request);
  const answered = gate.answers().document(target, fields);
  if (answered instanceof Promise)
    answered.then(
      (found) => send(gate, request, reply, found),
      (error: unknown) => void reply.send(error),
    );
  else send(gate, request, reply, answered);
}

function methodsOf(app: FastifyInstance): string[] {
  return app.supportedMethods;
}
