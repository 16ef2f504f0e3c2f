import { exportJWK } from "jose";
import { describe, expect, it, onTestFinished } from "vitest";
import { credentialOf } from "../../proxy/auth/identity.ts";
import { createKeySet } from "../../proxy/auth/key-set.ts";
import { isUsableKey } from "../../proxy/auth/usable-key.ts";
import { createSigningKey } from "../helpers/authorization-server.ts";
import {
  addressOf,
  authorizationServer,
  keptLog,
  tokenVerifier,
} from "../proxy/auth/credentials.ts";

const { publicJwk: ec } = await createSigningKey("ES256", "ec");
const privateKey = await exportJWK((await createSigningKey("ES256", "ec")).privateKey);
const { publicJwk: rsa } = await createSigningKey("RS256", "rsa");

/** Keys that verify nothing, each alone in its set. */
const USELESS: [string, unknown][] = [
  ["that is an empty object", {}],
  ["that is null", null],
  ["that is a text", "x"],
  ["that is a list", [[]]],
  ["without its numbers", { kty: "EC", crv: "P-256", kid: "ec" }],
  ["with a point that is not on its curve", { ...ec, y: "AAAA" }],
  ["with an empty modulus", { ...rsa, n: "" }],
  ["of 1,024 bits", { kty: "RSA", e: "AQAB", n: Buffer.alloc(128, 251).toString("base64url") }],
  ["that is a shared secret", { kty: "oct", k: "c2VjcmV0" }],
  ["of a kind that nobody knows", { kty: "XYZ" }],
  ["without a kind", { kty: "" }],
  ["for encryption", { ...rsa, use: "enc" }],
  ["for wrapping", { ...rsa, key_ops: ["wrapKey"] }],
  ["of an algorithm that is not allowed", { ...rsa, alg: "RS1" }],
  ["for a shared secret's algorithm", { ...rsa, alg: "HS256" }],
  ["that is private", privateKey],
  ["of a curve that is not allowed", { ...ec, crv: "secp256k1" }],
];

it.each([
  ["incomplete", { kty: "EC", crv: "P-256", kid: "ec" }],
  ["null", null],
  ["private", { ...privateKey, kid: "es256-1", alg: "ES256" }],
])(
  "a JWKS whose only key is one that verifies nothing does not replace a good one, where it is %s",
  async (_, key) => {
    const server = await authorizationServer();
    server.jwks.lie = { keys: [key] }; // from the start
    const log = keptLog();
    const times = { cooldown: 0, pause: 0, refresh: 3_600_000 };
    const address = addressOf(server);
    const set = createKeySet({ address, onKeysChanged: () => undefined, log, times });
    onTestFinished(set.close);
    const find = (kid: string) => set.find({ alg: "ES256", kid }, { payload: "", signature: "" });
    await expect(find("es256-1")).rejects.toThrow("the JWKS cannot be fetched");
    server.jwks.lie = undefined;
    await find("es256-1");
    server.jwks.lie = { keys: [key] };

    await expect(find("es256-9")).rejects.toThrow("the JWKS cannot be fetched");
    expect(await find("es256-1")).toMatchObject({ type: "public" });
    expect(log.lines.at(-1)).toMatchObject({
      level: "warn",
      fields: { reason: "none of its keys can verify a token" },
    });
  },
);

describe("a key of a JWKS", () => {
  it.each(USELESS)("%s is not usable", (_, key) => {
    expect(isUsableKey(key)).toBe(false);
  });

  it.each(USELESS)("%s is ignored beside a good one", async (_, entry) => {
    const server = await authorizationServer();
    server.jwks.lie = { keys: [entry, ...server.jwks.keys] };
    const { issuer } = server;
    const { check } = tokenVerifier({
      address: addressOf(server),
      issuer,
      audience: ["a"],
      log: keptLog(),
    });
    const token = credentialOf(await server.issue({ aud: "a" }));
    expect(await check(token, (run) => run())).toMatchObject({ kind: "keyed" });
  });
});
