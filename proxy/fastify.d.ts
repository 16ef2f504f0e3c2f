import type { FastifyPluginAsync, FastifyRequest } from "fastify";

/** Who is calling, as decided by a server that has accounts of its own. */
export type Caller =
  /** Counted in the window of the address. */
  | { kind: "anonymous" }
  /**
   * Counted in the window of `id`, which is apart from those of keys and addresses. Without the
   * scope `gamedata:read` the answer is 403.
   */
  | { kind: "keyed"; id: string; scopes: readonly string[] }
  /** The answer is 401. The reason is only logged. */
  | { kind: "rejected"; reason: string };

/** The options of the service in somebody else's server. */
export type GamedataOptions = {
  /** The folder of a built site, a tarball of one, or the address of an origin that serves one. */
  site: string;
  /** The path that the service is below, such as `/gamedata`. Fastify reads it. */
  prefix?: string;
  /** The public address of the service. Default: the one that the site was built with. */
  baseUrl?: string | undefined;
  /** The path of a key file, as `gamedata keys` writes it. */
  keys?: string | undefined;
  /**
   * The issuer of valid access tokens. Default of `jwksUrl`: `/.well-known/jwks.json` of the
   * issuer. Default of `audience`: `baseUrl`.
   */
  tokens?:
    | { issuer: string; jwksUrl?: string | undefined; audience?: string | undefined }
    | undefined;
  /** Where keys are issued. Refusals contain this address. */
  keySettingsUrl?: string | undefined;
  /** Requests in a window. Default: 60 without a credential, 1000 with one, in 60 seconds. */
  limits?:
    | {
        anonymous?: number | undefined;
        keyed?: number | undefined;
        windowSeconds?: number | undefined;
      }
    | undefined;
  /**
   * The address of a Redis or Valkey in which several processes share their windows, such as
   * `redis://host:6379/0`.
   */
  redis?: string | undefined;
  /**
   * The client's address is always the one that the server finds by its own `trustProxy`.
   */
  trustProxy?: "inherited" | undefined;
  /** Decides who is calling. It replaces `keys` and `tokens`. */
  identify?: ((request: FastifyRequest) => Caller | Promise<Caller>) | undefined;
};

/**
 * The service as a plugin. Below its prefix it answers as `gamedata serve` does. It changes nothing
 * else of the server. If the settings or the site cannot be used, `ready` rejects.
 */
export declare const gamedata: FastifyPluginAsync<GamedataOptions>;
export default gamedata;
