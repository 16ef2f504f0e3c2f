import type { FastifyInstance, FastifyRequest } from "fastify";
import plugin from "fastify-plugin";
import { DEFAULT_KEY_PREFIX } from "../build/keys/api-key.ts";
import { service } from "./app.ts";
import type { Identity } from "./auth/identity.ts";
import { createGate } from "./gate.ts";
import { parseRedisUrl } from "./limit/redis-url.ts";
import { openBehind } from "./open-behind.ts";
import { createTargets } from "./site/request-target.ts";

/** For so long the keys of a file stay in force that cannot be read. */
const KEYS_MAX_AGE_SECONDS = 600;

/** Who is calling, as a server with accounts of its own decides it. */
export type Caller = Extract<Identity, { kind: "anonymous" | "keyed" | "rejected" }>;

export type GamedataOptions = {
  /** The folder of a built site, a tarball of one, or the address of an origin that serves one. */
  site: string;
  /** Where the service stands, such as `/gamedata`; fastify reads it. */
  prefix?: string;
  /** The public address of the service; the one that the site was built with unless told. */
  baseUrl?: string;
  /** The path of a key file, as `gamedata keys` writes it. */
  keys?: string;
  /** Whose access tokens are valid; `audience` is `baseUrl` unless told. */
  tokens?: { issuer: string; jwksUrl?: string; audience?: string };
  /** Requests in a window: 60 without a credential, 1000 with one, in 60 seconds, unless told. */
  limits?: { anonymous?: number; keyed?: number; windowSeconds?: number };
  /** The address of a Redis or Valkey that several processes count in. */
  redis?: string;
  /** The client's address is the one that the server finds, by its own `trustProxy`. */
  trustProxy?: "inherited";
  /** Decides who is calling, in place of keys and tokens. */
  identify?: (request: FastifyRequest) => Caller | Promise<Caller>;
};

/**
 * The service as a plugin: below its prefix it answers as `gamedata serve` does, and it touches
 * nothing else of the server. Where the settings or the site cannot be used, `ready` rejects.
 */
async function register(app: FastifyInstance, options: GamedataOptions): Promise<void> {
  const { identify, keys, limits, redis, site, tokens } = options;
  const { prefix } = app;
  const config = {
    site,
    baseUrl: options.baseUrl,
    keySettingsUrl: undefined,
    auth: {
      apiKeyPrefix: DEFAULT_KEY_PREFIX,
      apiKeysFile: keys,
      apiKeysMaxAgeSeconds: KEYS_MAX_AGE_SECONDS,
      introspection: undefined,
      tokens: tokens && {
        issuer: tokens.issuer,
        jwksUrl: tokens.jwksUrl ?? `${tokens.issuer.replace(/\/+$/, "")}/.well-known/jwks.json`,
        audience: tokens.audience,
      },
    },
    limits: { anonymous: 60, keyed: 1_000, windowSeconds: 60, ...limits },
    redis: redis === undefined ? undefined : addressOf(redis),
    logAddresses: false,
  };
  const behind = await openBehind(config, app.log, undefined, prefix);
  app.addHook("onClose", async () => behind.close());
  const targetOf = createTargets();
  const gate = createGate({
    config,
    catalog: behind.site.current,
    answersOf: behind.answersOf,
    identify: behind.identify,
    identifyRequest: identify,
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

function addressOf(redis: string) {
  const address = parseRedisUrl(redis);
  if (address === undefined) throw new Error("redis: is no address of a Redis or Valkey");
  return address;
}

/** A target of the server below the prefix, whose segments may be spelled otherwise. */
function withoutPrefix(url: string, prefix: string): string {
  const depth = prefix.split("/").length;
  const mark = `${url}?`.indexOf("?");
  return `/${url.slice(0, mark).split("/").slice(depth).join("/")}${url.slice(mark)}`;
}

export const gamedata = plugin(register, {
  name: "gamedata-reference",
  fastify: "5.x",
  encapsulate: true,
});
