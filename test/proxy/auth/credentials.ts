import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { issueKey } from "../../../build/cli/keys/edit-keys.ts";
import { type AccessTokenOptions, createAccessTokens } from "../../../proxy/auth/access-token.ts";
import { createKeySet, type KeySetOptions } from "../../../proxy/auth/key-set.ts";
import {
  type AuthorizationServer,
  type AuthorizationServerOptions,
  startAuthorizationServer,
} from "../../helpers/authorization-server.ts";
import { sendRaw } from "../../helpers/proxy.ts";

/** `GET` (or another method) with header lines exactly as given, over a socket of its own. */
export function ask(
  port: number,
  lines: readonly string[] = [],
  path = "/v1/games",
  method = "GET",
) {
  const head = [`${method} ${path} HTTP/1.1`, "Host: test", "Connection: close", ...lines];
  return sendRaw(port, `${head.join("\r\n")}\r\n\r\n`);
}

export function bearer(credential: string) {
  return [`Authorization: Bearer ${credential}`];
}

export function apiKey(key: string) {
  return [`x-api-key: ${key}`];
}

/** An authorization server of one test, which signs with ES256 unless it is told otherwise. */
export async function authorizationServer(
  algorithms: AuthorizationServerOptions["algorithms"] = ["ES256"],
) {
  const server = await startAuthorizationServer({ algorithms });
  onTestFinished(() => server.stop());
  return server;
}

/** A key file for all tests of a file, with a key in it. */
export function sharedKeyFile() {
  const folder = mkdtempSync(join(tmpdir(), "gamedata-keys-"));
  const path = join(folder, "keys.json");
  beforeAll(() => void addKey(path));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return path;
}

/** Puts a new key into a file. */
export function addKey(
  path: string,
  about: { prefix?: string; scope?: string[]; expires?: string; limit?: string } = {},
  now = new Date(),
) {
  return issueKey(path, { prefix: "gdr_", name: "test", ...about }, now);
}

/** A part of a token, in base64url. */
export function encode(part: object | string) {
  return Buffer.from(typeof part === "string" ? part : JSON.stringify(part)).toString("base64url");
}

/** A token that is "signed" with a shared secret. */
export function hmacToken(
  claims: object,
  header: { alg: string; typ?: string; kid?: string },
  secret: string | Buffer,
) {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${createHmac(`sha${header.alg.slice(2)}`, secret)
    .update(input)
    .digest("base64url")}`;
}

/** Where the keys of a server are, if there is no other place for them. */
export function addressOf({ issuer, jwks }: AuthorizationServer) {
  return { issuer, jwksUrl: jwks.url, discoveryUrl: undefined };
}

export type TokenOptions = Omit<AccessTokenOptions, "keySet"> &
  Pick<KeySetOptions, "address" | "log" | "times">;

/** A verifier of access tokens with the key set of a server. */
export function tokenVerifier({ address, log, times, ...options }: TokenOptions) {
  const onKeysChanged = () => verifier.forgetVerified();
  const keySet = createKeySet({ address, log, times, onKeysChanged });
  onTestFinished(keySet.close);
  const verifier = createAccessTokens({ ...options, keySet });
  return verifier;
}

/** A log that is kept for looking at. */
export function keptLog() {
  const lines: { level: string; message: string; fields: object }[] = [];
  const keep = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, message, fields });
  return { lines, info: keep("info"), warn: keep("warn"), error: keep("error") };
}
