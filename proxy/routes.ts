import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import type { AssetsOptions } from "./assets/pass-on.ts";
import { COUNTED, DESCRIPTION } from "./gate/counted-paths.ts";
import type { Answer } from "./gate/headers.ts";
import { VISIT, visitOf } from "./gate/visit.ts";
import { createErrorHandler } from "./http/error-handler.ts";
import type { FastifyGate } from "./http/fastify-gate.ts";
import { createCountedHook, createUncountedHook } from "./http/hooks.ts";
import { send } from "./http/send.ts";
import { createAccessLog } from "./watch/access-log.ts";

/** What the service needs. `assets` and `isEnding` are given only in a server of its own. */
type ServiceOptions = {
  gate: FastifyGate;
  assets?: AssetsOptions | undefined;
  isEnding?: () => boolean;
};

/** The whole service, for its own server or somebody else's. */
export const service: FastifyPluginCallback<ServiceOptions> = (app, options, done) => {
  const { assets, gate, isEnding } = options;
  app.decorateRequest(VISIT, null);
  app.setErrorHandler(createErrorHandler(gate));
  if (gate.watch !== undefined) app.addHook("onResponse", createAccessLog(gate.log, gate.watch));
  if (assets !== undefined) app.register(passOnAssets, { gate, ...assets });
  if (isEnding !== undefined) app.register(ready, { gate, isEnding });
  app.register(counted, { gate });
  app.register(uncounted, { gate });
  done();
};

/** Loads the HTTP client only where pictures are passed on. */
async function passOnAssets(app: FastifyInstance, options: { gate: FastifyGate } & AssetsOptions) {
  const { assets } = await import("./assets/pass-on.ts");
  app.register(assets, options);
}

/**
 * Routes that are counted, and that check credentials: all under `/v1` except the description and
 * preflights.
 */
const counted: FastifyPluginCallback<{ gate: FastifyGate }> = (app, { gate }, done) => {
  app.addHook("onRequest", createCountedHook(gate));
  const methods = methodsOf(app).filter((method) => method !== "OPTIONS");
  for (const url of [COUNTED, `${COUNTED}/*`]) route(app, methods, url, gate);
  done();
};

/** All other routes. They are not counted, and show the window of the address. */
const uncounted: FastifyPluginCallback<{ gate: FastifyGate }> = (app, { gate }, done) => {
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
const ready: FastifyPluginCallback<{ gate: FastifyGate; isEnding: () => boolean }> = (
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
