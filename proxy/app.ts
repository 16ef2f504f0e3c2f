import type { FastifyInstance, FastifyPluginCallback } from "fastify";
import { createAccessLog } from "./access-log.ts";
import type { AssetsOptions } from "./assets/pass-on.ts";
import { createErrorHandler } from "./error-handler.ts";
import type { FastifyGate } from "./fastify-gate.ts";
import { ready } from "./ready.ts";
import { counted, uncounted } from "./scopes.ts";
import { VISIT } from "./visit.ts";

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
