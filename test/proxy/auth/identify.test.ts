import {
  constants,
  createPublicKey,
  type JsonWebKey,
  KeyObject,
  randomUUID,
  sign,
} from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "../../../build/core/keys/api-key.ts";
import {
  type AuthorizationServer,
  createSigningKey,
  SIGNING_ALGORITHMS,
  type SigningKey,
  signToken,
  startAuthorizationServer,
  type TokenHeader,
} from "../../helpers/authorization-server.ts";
import { realProxy } from "../../helpers/built-site.ts";
import { addKey, apiKey, ask, bearer, encode, hmacToken, sharedKeyFile } from "./credentials.ts";

/** An hour from now, in seconds. */
const SOON = Math.floor(Date.now() / 1000) + 3600;

const FAR = SOON + 1e9;

let server: AuthorizationServer;
/** Keys of somebody who would like to be the authorization server. */
let foreignKeys: Record<"RS256" | "ES256" | "ES384", SigningKey>;

const keyFile = sharedKeyFile();
let good: { key: string };
let other: { key: string };

beforeAll(async () => {
  server = await startAuthorizationServer();
  const [RS256, ES256, ES384] = await Promise.all([
    createSigningKey("RS256", "rs256-1"),
    createSigningKey("ES256", "es256-1"),
    createSigningKey("ES384", "es384-1"),
  ]);
  foreignKeys = { RS256, ES256, ES384 };
  good = addKey(keyFile);
  other = addKey(keyFile);
});

afterAll(() => server.stop());

/** The settings with which all good credentials are good. */
const env = () => ({ API_KEYS_FILE: keyFile, AUTH_URL: server.issuer });

/** The header lines of a credential, made when the server and the keys are there. */
type Lines = () => string[] | Promise<string[]>;

/** Claims that would do, for tokens that are signed in a way that does not. */
const claims = () => ({
  iss: server.issuer,
  aud: "https://gamedata.example.org",
  sub: "player-1",
  scope: "gamedata:read",
  exp: SOON,
});

const issued = (change: Record<string, unknown>, header: TokenHeader = {}) => {
  return async () =>
    bearer(await server.issue({ sub: randomUUID(), ...change }, { alg: "ES256", header }));
};

/** A key that no other row has. */
const newKey = (lines: (key: string) => string[]) => {
  return () => lines(addKey(keyFile).key);
};

/** A token of our making, with everything right but who signed it. */
const forged = (header: () => TokenHeader, alg: "RS256" | "ES256" | "ES384" = "ES256") => {
  return async () => bearer(await signToken(claims(), foreignKeys[alg], header()));
};

const unsigned = (alg: unknown, signature = "") => {
  return () =>
    bearer(`${encode({ alg, typ: "JWT", kid: "es256-1" })}.${encode(claims())}.${signature}`);
};

/** HMAC with what everybody can know as its secret (the confusion of RFC 8725 §2.1). */
const withPublicKeyAsSecret = (secret: (jwk: object) => string | Buffer, alg = "HS256") => {
  return () => {
    const { kid, publicJwk } = server.signingKey("RS256");
    return bearer(hmacToken(claims(), { alg, typ: "JWT", kid }, secret(publicJwk)));
  };
};

const tampered = (change: (parts: [string, string, string]) => string[]) => {
  return async () => {
    const [header = "", payload = "", signature = ""] = (
      await server.issue({}, { alg: "ES256" })
    ).split(".");
    return bearer(change([header, payload, signature]).join("."));
  };
};

const publicKeyOf = (jwk: object) => createPublicKey({ key: jwk as JsonWebKey, format: "jwk" });

const NOT_SIGNED_BY_IT = "ERR_JWS_SIGNATURE_VERIFICATION_FAILED";
const wrongClaim = (name: string) =>
  expect.stringMatching(
    `^ERR_JWT_CLAIM_VALIDATION_FAILED: "${name}" (must be "|is missing or wrong)`,
  );
const WRONG_ALGORITHM = "ERR_JOSE_ALG_NOT_ALLOWED";
const NO_TOKEN = "ERR_JWS_INVALID";
const UNKNOWN_KEY = "ERR_JWKS_NO_MATCHING_KEY";
const SUBJECT = '"sub" must be a string';

/** What is presented, and why it is not taken, as only the log says it. */
const REJECTED: [string, Lines, string][] = [
  ["alg none", unsigned("none"), WRONG_ALGORITHM],
  ["alg none with a signature", unsigned("none", encode("signature")), WRONG_ALGORITHM],
  ["no alg", unsigned(undefined), NO_TOKEN],
  [
    "HS256 with the RSA key's PEM as secret",
    withPublicKeyAsSecret((jwk) => publicKeyOf(jwk).export({ type: "spki", format: "pem" })),
    WRONG_ALGORITHM,
  ],

  ["another issuer", issued({ iss: "https://auth.example.com" }), wrongClaim("iss")],
  ["another audience", issued({ aud: "https://other.example.org" }), wrongClaim("aud")],
  ["no exp", issued({ exp: undefined }), wrongClaim("exp")],
  ["an empty sub", issued({ sub: "" }), SUBJECT],
  ["a number as sub", issued({ sub: 1 }), SUBJECT],
  ["an exp an hour ago", issued({ exp: SOON - 7200 }), "ERR_JWT_EXPIRED"],
  ["no sub", issued({ sub: undefined }), wrongClaim("sub")],
  ["an iat in the far future", issued({ iat: FAR, exp: FAR + 60 }), "iat is in the future"],
  ["an nbf in the far future", issued({ nbf: FAR, exp: FAR + 60 }), wrongClaim("nbf")],

  [
    "an embedded jwk that fits the signature",
    forged(() => ({ jwk: foreignKeys.ES256.publicJwk })),
    NOT_SIGNED_BY_IT,
  ],
  ["a known kid and another key", forged(() => ({})), NOT_SIGNED_BY_IT],
  ["no kid and another key", forged(() => ({ kid: undefined })), NOT_SIGNED_BY_IT],
  ["an unknown kid", forged(() => ({ kid: "es256-0" })), UNKNOWN_KEY],
  ["the kid of a key of another type", forged(() => ({ kid: "rs256-1" })), UNKNOWN_KEY],
  ["PS256 with the key that is for RS256", signedWithTheWrongPadding, UNKNOWN_KEY],

  [
    "an unknown crit",
    issued({}, { crit: ["urn:example:must"], "urn:example:must": true }),
    "ERR_JOSE_NOT_SUPPORTED",
  ],

  [
    "a tampered payload",
    tampered(([header, , signature]) => [
      header,
      encode({ ...claims(), sub: "player-2" }),
      signature,
    ]),
    NOT_SIGNED_BY_IT,
  ],
  [
    "a tampered signature",
    tampered(([header, payload, signature]) => [
      header,
      payload,
      (signature.startsWith("A") ? "B" : "A") + signature.slice(1),
    ]),
    NOT_SIGNED_BY_IT,
  ],
  ["8 KB of junk as a key", () => apiKey(`gdr_${"x".repeat(8188)}`), "no such key"],

  ["a key that was never issued", () => apiKey(createApiKey("gdr_")), "no such key"],

  [
    "two different keys",
    () => [...apiKey(good.key), ...bearer(other.key)],
    "two different credentials",
  ],
];

function signedWithTheWrongPadding() {
  const { privateKey, kid } = server.signingKey("RS256");
  const input = `${encode({ alg: "PS256", kid })}.${encode(claims())}`;
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
  const signature = sign("sha256", Buffer.from(input), {
    key: KeyObject.from(privateKey),
    ...padding,
  });
  return bearer(`${input}.${signature.toString("base64url")}`);
}

/** What a proxy of its own answers to a credential. */
async function answerTo(credential: Lines, path = "/v1/games") {
  const settings = {
    ...env(),
    ANONYMOUS_LIMIT: "1000",
    KEY_SETTINGS_URL: "https://example.org/keys",
  };
  const lines = await credential();
  const { port, logs } = await realProxy(settings, () => 0);
  return { answer: await ask(port, lines, path), logs };
}

describe("a credential that is not good", () => {
  it.each(REJECTED)("%s: 401, word for word like every other one", async (_, lines, reason) => {
    const path = "/v1/overwatch/heroes/nobody";
    const { answer, logs } = await answerTo(lines, path);
    const { date, ...headers } = Object.fromEntries(answer.headers);

    expect(answer.status).toBe(401);
    expect(answer.body).toBe(`{
  "type": "https://gamedata.example.org/problems/unauthorized",
  "title": "Unauthorized",
  "status": 401,
  "detail": "The presented credential was rejected. Without one the request is served at the anonymous limit. Keys are issued at https://example.org/keys.",
  "instance": "${path}"
}
`);
    expect(headers).toEqual({
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      "www-authenticate": 'Bearer error="invalid_token"',
      "content-length": `${Buffer.byteLength(answer.body)}`,
      "ratelimit-limit": "1000",
      "ratelimit-remaining": "999",
      "ratelimit-reset": "60",
      "ratelimit-policy": '"anonymous";q=1000;w=60',
      ratelimit: '"anonymous";r=999;t=60',
      "access-control-allow-origin": "*",
      "access-control-expose-headers": expect.stringContaining("RateLimit-Limit"),
      "x-content-type-options": "nosniff",
      "x-request-id": expect.any(String),
      link: '</v1/openapi.json>; rel="service-desc"',
      connection: "close",
    });
    const line = expect.objectContaining({ path, tier: "anonymous", reason });
    await expect.poll(() => logs.map((one) => JSON.parse(one))).toContainEqual(line);
  });

  it("makes the proxy call no address that is in a token", () => {
    expect(server.strayRequests).toEqual([]);
  });
});

const withScope = (change: Record<string, unknown>) => issued({ scope: undefined, ...change });

describe("a good credential without the scope", () => {
  const rows: [string, Lines][] = [
    ["a key with another scope", () => apiKey(addKey(keyFile, { scope: ["players:read"] }).key)],
    ["a token with another scope", issued({ scope: "openid profile" })],
    ["a token without a scope", withScope({})],
    ["a token with a list of lists in scp", withScope({ scp: [["gamedata:read"]] })],
  ];

  it.each(rows)("%s: 403, in its own window", async (_, lines) => {
    const { answer } = await answerTo(lines);
    const headers = Object.fromEntries(answer.headers);

    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.body)).toMatchObject({
      title: "Forbidden",
      detail: "The credential is valid but does not carry the scope gamedata:read.",
    });
    expect(headers).toMatchObject({
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      "www-authenticate": 'Bearer error="insufficient_scope", scope="gamedata:read"',
      "ratelimit-limit": "1000",
      "ratelimit-remaining": "999",
      "ratelimit-reset": "60",
      "ratelimit-policy": '"keyed";q=1000;w=60',
      ratelimit: '"keyed";r=999;t=60',
    });
  });
});

describe("a good credential", () => {
  const rows: [string, Lines][] = [
    ["a key in x-api-key", newKey(apiKey)],
    ["a token", issued({})],
    ...SIGNING_ALGORITHMS.map((alg): [string, Lines] => [
      `a token signed with ${alg}`,
      async () => bearer(await server.issue({ sub: alg }, { alg })),
    ]),
    ["a token without a kid", issued({}, { kid: undefined })],
    ["a token for several audiences", issued({ aud: ["account", "https://gamedata.example.org"] })],
    ["a token with a list in scp", withScope({ scp: ["openid", "gamedata:read"] })],
  ];

  it.each(rows)("%s: 200, in a window of its own", async (_, lines) => {
    const { answer } = await answerTo(lines);

    expect(answer.status).toBe(200);
    expect(answer.headers.get("ratelimit")).toEqual('"keyed";r=999;t=60');
  });
});
