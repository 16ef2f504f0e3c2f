import type { FastifyInstance } from "fastify";
import plugin from "fastify-plugin";
import { service } from "./app.ts";
import type { GamedataOptions, gamedata as Promised } from "./fastify.d.ts";
import { createFastifyGate } from "./fastify-gate.ts";
import { openBackend } from "./open-backend.ts";
import { configOf } from "./plugin-config.ts";
import { createTargets } from "./site/request-target.ts";

async function register(app: FastifyInstance, options: GamedataOptions): Promise<void> {
  const { prefix } = app;
  const config = configOf(options);
  const behind = await openBackend(config, app.log, undefined, prefix);
  app.addHook("onClose", async () => behind.close());
  const targetOf = createTargets();
  const gate = createFastifyGate({
    config,
    catalog: behind.site.current,
    answersOf: behind.answersOf,
    identify: behind.identify,
    identifyRequest: options.identify,
    windows: behind.windows,
    logger: app.log,
    isLogged: false, // the server has its own line for each request
    prefix,
    targetOf: ({ raw: { url = "/" } }) => ({
      ...targetOf(withoutPrefix(url, prefix)),
      path: url.replace(/\?.*/s, ""),
    }),
  });
  app.register(service, { gate });
}

/** A target of the server below the prefix, whose segments may be spelled otherwise. */
function withoutPrefix(url: string, prefix: string): string {
  const depth = prefix.split("/").length;
  const mark = `${url}?`.indexOf("?");
  return `/${url.slice(0, mark).split("/").slice(depth).join("/")}${url.slice(mark)}`;
}

/** The service as a plugin, as `fastify.d.ts` promises. */
export const gamedata: typeof Promised = plugin(register, {
  name: "gamedata-reference",
  fastify: "5.x",
  encapsulate: true,
});

// biome-ignore lint/style/noDefaultExport: fastify and its loaders take a plugin by this name
export default gamedata;
