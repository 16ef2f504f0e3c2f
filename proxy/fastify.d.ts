import type { FastifyPluginAsync, FastifyRequest } from "fastify";

/** Who is calling, as a server with accounts of its own decides it. */
export type Caller =
  /** Counted in the window of the address. */
  | { kind: "anonymous" }
  /**
   * Counted in a window of its own, which `id` names. Without the scope `gamedata:read` the answer
   * is 403.
   */
  | { kind: "keyed"; id: string; scopes: readonly string[] }
  /** The answer is 401; the reason goes nowhere but to a log. */
  | { kind: "rejected"; reason: string };

/** What the service is to do in a server of somebody else. */
export type GamedataOptions = {
  /** The folder of a built site, a tarball of one, or the address of an origin that serves one. */
  site: string;
  /** Where the service stands, such as `/gamedata`; fastify reads it. */
  prefix?: string;
  /** The public address of the service; the one that the site was built with unless told. */
  baseUrl?: string | undefined;
  /** The path of a key file, as `gamedata keys` writes it. */
  keys?: string | undefined;
  /**
   * Whose access tokens are valid. `jwksUrl` is the issuer's `/.well-known/jwks.json` and
   * `audience` is `baseUrl`, unless told.
   */
  tokens?:
    | { issuer: string; jwksUrl?: string | undefined; audience?: string | undefined }
    | undefined;
  /** Requests in a window: 60 without a credential, 1000 with one, in 60 seconds, unless told. */
  limits?:
    | {
        anonymous?: number | undefined;
        keyed?: number | undefined;
        windowSeconds?: number | undefined;
      }
    | undefined;
  /**
   * The address of a Redis or Valkey that several processes count in, such as
   * `redis://host:6379/0`.
   */
  redis?: string | undefined;
  /**
   * The client's address is the one that the server finds, by its own `trustProxy`; there is no
   * other.
   */
  trustProxy?: "inherited" | undefined;
  /** Decides who is calling, in place of `keys` and `tokens`. */
  identify?: ((request: FastifyRequest) => Caller | Promise<Caller>) | undefined;
};

/**
 * The service as a plugin: below its prefix it answers as `gamedata serve` does, and it touches
 * nothing else of the server. Where the settings or the site cannot be used, `ready` rejects.
 */
export declare const gamedata: FastifyPluginAsync<GamedataOptions>;
export default gamedata;
