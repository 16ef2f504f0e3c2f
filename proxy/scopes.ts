import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import { createAdmit, createShow } from "./admit.ts";
import type { Gate } from "./gate.ts";
import { send } from "./send.ts";
import type { RequestTarget } from "./site/request-target.ts";
import { visitOf } from "./visit.ts";

/** What the two scopes are called in an address. */
const COUNTED = "/v1";
const DESCRIPTION = "/v1/openapi.json";

/** Everything under `/v1` but its description and preflights is counted and looks at credentials. */
export const counted: FastifyPluginCallback<{ gate: Gate }> = (app, { gate }, done) => {
  app.addHook("onRequest", createAdmit(gate));
  const methods = methodsOf(app).filter((method) => method !== "OPTIONS");
  for (const url of [COUNTED, `${COUNTED}/*`]) route(app, methods, url, gate);
  done();
};

/** Everything else shows the window of its address, and takes nothing from it. */
export const open: FastifyPluginCallback<{ gate: Gate }> = (app, { gate }, done) => {
  app.addHook("onRequest", createShow(gate));
  for (const url of [COUNTED, `${COUNTED}/*`]) route(app, ["OPTIONS"], url, gate);
  const root = app.prefix === "" ? [] : ["/"];
  for (const url of [...root, DESCRIPTION, "/*"]) route(app, methodsOf(app), url, gate);
  done();
};

/** The address by which a router finds the scope of a target, whatever its path is made of. */
export function scopeOf({ isApi, key }: RequestTarget): string {
  return isApi && key !== DESCRIPTION ? `${COUNTED}/` : "/";
}

function route(app: FastifyInstance, method: string[], url: string, gate: Gate): void {
  app.route({
    method,
    url,
    exposeHeadRoute: false,
    handler: (request, reply) => answer(gate, request, reply),
  });
}

/** Looks the document up, and sends it. */
function answer(gate: Gate, request: FastifyRequest, reply: FastifyReply): void {
  const { target, fields } = visitOf(request);
  send(gate, request, reply, gate.answers().document(target, fields));
}

function methodsOf(app: FastifyInstance): string[] {
  return app.supportedMethods;
}
