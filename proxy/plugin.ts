import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod";
import type { Identity } from "./auth/identity.ts";
import type { GamedataOptions, gamedata as Promised } from "./fastify.d.ts";
import { createTargets } from "./gate/request.ts";
import { createFastifyGate, service, type Write } from "./http/service.ts";
import { openBackend } from "./open-backend.ts";
import { configOf } from "./plugin-config.ts";

/** What `identify` of the server may return. */
const CallerSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("anonymous") }),
  z.object({ kind: z.literal("keyed"), id: z.string().min(1), scopes: z.array(z.string()) }),
  z.object({ kind: z.literal("rejected"), reason: z.string() }),
]);

/** Checks what `identify` of the server returned. Its ids cannot name other windows. */
function identityOf(returned: unknown): Identity {
  const { data, error } = CallerSchema.safeParse(returned);
  if (data === undefined)
    throw new Error(`identify returned an invalid caller. ${z.prettifyError(error)}`);
  return data.kind === "keyed" ? { ...data, id: `server:${data.id}` } : data;
}

function checkedIdentify(identify: NonNullable<GamedataOptions["identify"]>) {
  return (request: FastifyRequest): Identity | Promise<Identity> => {
    const returned: unknown = identify(request);
    return returned instanceof Promise ? returned.then(identityOf) : identityOf(returned);
  };
}

/** Headers that are lists. The values of the server and of the service are both sent. */
const LISTS: ReadonlySet<string> = new Set(["vary", "link", "access-control-expose-headers"]);

/**
 * Sends an answer by fastify's own reply, so that the `onSend` hooks of the server run. Its headers
 * are kept, except those that the answer itself has. What the server decided about CORS is kept,
 * and so is its id of the request.
 */
const write: Write = (reply, status, headers, body) => {
  // A hook of the server may have failed for another answer, which this one replaces.
  for (const name of ["etag", "content-encoding", "content-location"]) reply.removeHeader(name);
  for (let at = 0; at < headers.length; at += 2) {
    const [name = "", value = ""] = headers.slice(at, at + 2);
    const theirs = reply.getHeader(name);
    if (theirs !== undefined && LISTS.has(name.toLowerCase()))
      reply.header(name, `${theirs}, ${value}`);
    else if (theirs === undefined || !/^Access-Control-|^X-Request-Id$/.test(name))
      reply.header(name, value);
  }
  reply.code(status).send(body);
};

async function register(app: FastifyInstance, options: GamedataOptions): Promise<void> {
  if (app.initialConfig.http2 === true)
    throw new Error(
      "gamedata cannot be registered in an HTTP/2 server. It supports HTTP/1.1. Register it in a " +
        "server without the option http2, and let a reverse proxy speak HTTP/2.",
    );
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
    identifyRequest: options.identify && checkedIdentify(options.identify),
    windows: backend.windows,
    logger: app.log,
    isLogged: false, // the server logs its requests itself
    prefix,
    write,
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
