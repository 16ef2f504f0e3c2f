import type { FastifyInstance } from "fastify";
import { service } from "./app.ts";
import type { GamedataOptions, gamedata as Promised } from "./fastify.d.ts";
import { createFastifyGate } from "./fastify-gate.ts";
import { openBackend } from "./open-backend.ts";
import { configOf } from "./plugin-config.ts";
import { createTargets } from "./site/request-target.ts";

async function register(app: FastifyInstance, options: GamedataOptions): Promise<void> {
  const { prefix } = app;
  const config = configOf(options);
  const backend = await openBackend(config, app.log, prefix);
  app.addHook("onClose", async () => backend.close());
  const targetOf = createTargets();
  const gate = createFastifyGate({
    config,
    catalog: backend.site.current,
    answersOf: backend.answersOf,
    identify: backend.identify,
    identifyRequest: options.identify,
    windows: backend.windows,
    logger: app.log,
    isLogged: false, // the server logs its requests itself
    prefix,
    targetOf: ({ raw: { url = "/" } }) => ({
      ...targetOf(withoutPrefix(url, prefix)),
      path: url.replace(/\?.*/s, ""),
    }),
  });
  app.register(service, { gate });
}

/** The target below the prefix. The client may have spelled the prefix with percent-encoding. */
function withoutPrefix(url: string, prefix: string): string {
  const depth = prefix.split("/").length;
  const queryAt = `${url}?`.indexOf("?");
  return `/${url.slice(0, queryAt).split("/").slice(depth).join("/")}${url.slice(queryAt)}`;
}

/** The service as a plugin, as `fastify.d.ts` promises. */
export const gamedata: typeof Promised = Object.assign(register, {
  [Symbol.for("fastify.display-name")]: "gamedata-reference",
  [Symbol.for("plugin-meta")]: { name: "gamedata-reference", fastify: "5.x" }, // fastify checks it
});

// biome-ignore lint/style/noDefaultExport: fastify and its loaders take a plugin by this name
export default gamedata;
