import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { CompactSign, exportJWK, generateKeyPair, type JWK } from "jose";

/** What the server can sign with. */
export const SIGNING_ALGORITHMS = ["RS256", "PS256", "ES256", "ES384", "EdDSA"] as const;

export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

/** A key pair and how it is published. */
export type SigningKey = Awaited<ReturnType<typeof createSigningKey>>;

/** The fields of a token's header; one that is undefined is left out. */
export type TokenHeader = { crit?: string[]; [field: string]: unknown };

/** What the introspection endpoint knows of an active key (RFC 7662 §2.2). */
export type ActiveKey = { scope?: string; exp?: number; quota?: number };

/**
 * How an endpoint fails its caller. Whatever it sends would let a caller in that does not look
 * closely.
 */
export const FAILURES = {
  "never answers": () => undefined,
  "hangs up": (response) => response.destroy(),
  "hangs up in the middle": (response, truth) => {
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": truth.length });
    response.write(truth.slice(0, -1), () => response.destroy());
  },
  "has an internal error": (response, truth) => send(response, 500, truth),
  "asks for a pause": (response, truth) => send(response, 429, truth, { "Retry-After": "1" }),
  "wants other credentials": (response, truth) => send(response, 401, truth),
  "answers 201": (response, truth) => send(response, 201, truth),
  redirects: (response, truth) => send(response, 307, truth, { Location: "/elsewhere" }),
  "sends nothing": (response) => send(response, 200, ""),
  "sends half of it": (response, truth) => send(response, 200, truth.slice(0, -2)),
  "sends garbage": (response) => send(response, 200, "\u0000\u001b[31m{{{"),
  "sends a web page": (response) =>
    send(response, 200, "<!doctype html><title>active: true</title>"),
  "sends a list": (response, truth) => send(response, 200, `[${truth}]`),
  "sends a megabyte": (response, truth) => send(response, 200, truth + " ".repeat(1_000_000)),
} as const satisfies Record<string, (response: ServerResponse, truth: string) => unknown>;

export type Failure = keyof typeof FAILURES;

/** A small authorization server on a loopback port of its own. */
export type AuthorizationServer = Awaited<ReturnType<typeof startAuthorizationServer>>;

export type AuthorizationServerOptions = {
  port?: number;
  audience?: string;
  /** The first one signs unless another is asked for. */
  algorithms?: readonly SigningAlgorithm[];
};

/**
 * Starts the server: a JWKS, tokens, and introspection of keys (RFC 7662). Who starts it stops it.
 */
export async function startAuthorizationServer({
  port = 0,
  audience = "https://gamedata.example.org",
  algorithms = SIGNING_ALGORITHMS,
}: AuthorizationServerOptions = {}) {
  let generation = 1;
  let current = await createKeys(algorithms, generation);
  const http = createServer();
  const ownPort = await listen(http, port);
  const issuer = `http://127.0.0.1:${ownPort}`;
  const jwks = {
    url: `${issuer}/.well-known/jwks.json`,
    fetches: 0,
    /** How it fails; undefined is honest. */
    failure: undefined as Failure | undefined,
    /** What is published; a test may change it. */
    keys: published(current),
    /** Sent instead of the set, with status 200. */
    lie: undefined as unknown,
  };
  const introspection = {
    url: `${issuer}/introspect`,
    /** What it was asked, in order. */
    requests: [] as Record<"key" | "authorization" | "contentType", string | undefined>[],
    failure: undefined as Failure | undefined,
    /** How many requests it fails; then it is honest again. */
    failuresLeft: Number.POSITIVE_INFINITY,
    /** The keys that it holds for active. */
    active: new Map<string, ActiveKey>(),
    /** Sent instead of what it knows, with status 200. */
    lie: undefined as unknown,
  };
  /** The key that signs now. */
  const signingKey = (alg = algorithms[0]) => {
    const found = current.find((key) => key.alg === alg);
    if (found === undefined) throw new Error(`the server has no key for ${alg}`);
    return found;
  };
  const server = {
    issuer,
    jwks,
    introspection,
    /** What was asked for elsewhere: by following a redirect, or an address inside a token. */
    strayRequests: [] as string[],
    signingKey,
    /** A token, valid for an hour unless the claims say otherwise. One that is undefined is left out. */
    issue: (
      claims: Record<string, unknown> = {},
      { alg, header = {} }: { alg?: SigningAlgorithm; header?: TokenHeader } = {},
    ) => signToken({ ...usualClaims(issuer, audience), ...claims }, signingKey(alg), header),
    /** Signs with new keys from now on. The old ones stay published until `retire`. */
    rotate: async () => {
      generation += 1;
      current = await createKeys(algorithms, generation);
      jwks.keys = [...published(current), ...jwks.keys];
    },
    /** Publishes the keys that sign now and no others. */
    retire: () => {
      jwks.keys = published(current);
    },
    stop: () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
    /** Listens again, on the same port. */
    start: async () => void (await listen(http, ownPort)),
  };
  http.on("request", (request, response) => answerRequest(server, request, response));
  return server;
}

/** What a token of an ordinary player says. */
function usualClaims(issuer: string, audience: string) {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: issuer,
    aud: audience,
    sub: "player-1",
    scope: "gamedata:read",
    iat: now,
    exp: now + 3600,
  };
}

/** Listens on a port, 0 for any that is free, and says which it is. */
async function listen(http: Server, port: number) {
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, "127.0.0.1", () => {
      http.off("error", reject);
      resolve();
    });
  });
  const address = http.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

function answerRequest(
  server: AuthorizationServer,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const path = request.url ?? "";
  if (path === "/.well-known/jwks.json") answerJwks(server, response);
  else if (path === "/introspect" && request.method === "POST") {
    // the caller went away
    answerIntrospection(server, request, response).catch(() => response.destroy());
  } else {
    server.strayRequests.push(path);
    send(response, 404, '{"error":"not_found"}');
  }
}

function answerJwks({ jwks }: AuthorizationServer, response: ServerResponse) {
  jwks.fetches += 1;
  answer(response, jwks.failure, jwks.lie === undefined ? { keys: jwks.keys } : jwks.lie);
}

async function answerIntrospection(
  { introspection }: AuthorizationServer,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const key = new URLSearchParams(Buffer.concat(chunks).toString()).get("token") ?? "";
  const { authorization, "content-type": contentType } = request.headers;
  introspection.requests.push({ key, authorization, contentType });
  const known = introspection.active.get(key);
  const truth =
    known === undefined ? { active: false } : { active: true, token_type: "api_key", ...known };
  const failure = introspection.failuresLeft > 0 ? introspection.failure : undefined;
  if (failure !== undefined) introspection.failuresLeft -= 1;
  answer(response, failure, introspection.lie === undefined ? truth : introspection.lie);
}

/** Signs claims with any key, under any header. */
export function signToken(claims: object, key: SigningKey, header: TokenHeader = {}) {
  const understood = Object.fromEntries((header.crit ?? []).map((name) => [name, true]));
  return new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: "JWT", ...header })
    .sign(key.privateKey, { crit: understood });
}

/** A key pair that nobody publishes. */
export async function createSigningKey(alg: SigningAlgorithm, kid: string) {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return {
    alg,
    kid,
    privateKey,
    publicJwk: { ...(await exportJWK(publicKey)), alg, kid, use: "sig" } as JWK,
  };
}

function createKeys(algorithms: readonly SigningAlgorithm[], generation: number) {
  return Promise.all(
    algorithms.map((alg) => createSigningKey(alg, `${alg.toLowerCase()}-${generation}`)),
  );
}

function published(keys: readonly SigningKey[]) {
  return keys.map(({ publicJwk }) => publicJwk);
}

function answer(response: ServerResponse, failure: Failure | undefined, content: unknown) {
  const text = JSON.stringify(content);
  if (failure === undefined) send(response, 200, text);
  else FAILURES[failure](response, text);
}

function send(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    ...headers,
  });
  response.end(body);
}
