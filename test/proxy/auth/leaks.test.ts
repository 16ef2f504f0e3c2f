import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { revokeKey } from "../../../build/cli/keys/edit-keys.ts";
import { createApiKey } from "../../../build/core/keys/api-key.ts";
import { realProxy } from "../../helpers/built-site.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { sendRaw } from "../../helpers/proxy.ts";
import { encodeEveryByte } from "../wire.ts";
import { addKey, apiKey, ask, authorizationServer, bearer } from "./credentials.ts";

const SECRET = "c2VjcmV0LW9mLXRoZS1wcm94eQ";

/** What of a credential must not be seen: it, its telling parts, and its digests. */
function tracesOf(credential: string) {
  const digests = (["hex", "base64", "base64url"] as const).map((encoding) =>
    createHash("sha256").update(credential).digest(encoding),
  );
  const parts = credential.startsWith("gdr_")
    ? [credential.slice(4), credential.slice(-20)]
    : credential.split(".");
  return [credential, ...parts.filter((part) => part.length > 12), ...digests];
}

describe("nothing of a credential is logged at LOG_LEVEL=trace", () => {
  /** A proxy with everything configured, and credentials of every kind. */
  async function world() {
    const server = await authorizationServer();
    const API_KEYS_FILE = `${temporaryFolder()}/keys.json`;
    const good = addKey(API_KEYS_FILE);
    const scopeless = addKey(API_KEYS_FILE, { scope: ["a"] });
    const revoked = addKey(API_KEYS_FILE);
    const expired = addKey(API_KEYS_FILE, { expires: "2020-02-01" }, new Date("2020-01-01"));
    revokeKey(API_KEYS_FILE, revoked.entry.id, new Date());
    const active = createApiKey("gdr_");
    server.introspection.active.set(active, { scope: "gamedata:read" });
    const token = await server.issue();
    const credentials = {
      "a good key": good.key,
      "a key without the scope": scopeless.key,
      "a revoked key": revoked.key,
      "an expired key": expired.key,
      "a mistyped key": `${good.key.slice(0, -1)}${good.key.endsWith("0") ? "1" : "0"}`,
      "a key that the service accepts": active,
      "a key that the service rejects": createApiKey("gdr_"),
      "a good token": token,
      "a token without the scope": await server.issue({ scope: "openid" }),
      "an expired token": await server.issue({ exp: 1 }),
      "a tampered token": `${token.slice(0, -12)}${"A".repeat(12)}`,
      "a token that is not signed": `eyJhbGciOiJub25lIn0.${token.split(".")[1]}.`,
    };
    const { port, logs } = await realProxy({
      API_KEYS_FILE,
      AUTH_URL: server.issuer,
      API_KEY_INTROSPECTION_URL: server.introspection.url,
      API_KEY_INTROSPECTION_AUTH: `Bearer ${SECRET}`,
      LOG_LEVEL: "trace",
      ANONYMOUS_LIMIT: "1000",
    });
    const traces = [SECRET, ...Object.values(credentials).flatMap(tracesOf)];
    /** Each line that shows a trace, as a pair of both. */
    const leaks = () =>
      logs.flatMap((line) =>
        traces.filter((trace) => line.includes(trace)).map((trace) => [trace, line]),
      );
    return { server, port, logs, leaks, traces, credentials: Object.values(credentials) };
  }

  it("when it comes in a header", async () => {
    const { port, logs, leaks, traces, credentials, server } = await world();
    const sent = credentials.flatMap((credential) => [
      apiKey(credential),
      bearer(credential),
      [`Authorization: ${credential}`],
    ]);
    await Promise.all(sent.map((lines) => ask(port, lines)));
    await ask(port, credentials.flatMap(bearer));
    const ofUnknownKey = await server.issue({}, { header: { kid: "unknown" } });
    traces.push(...tracesOf(ofUnknownKey));
    await ask(port, bearer(ofUnknownKey));

    expect(logs.length).toBeGreaterThan(sent.length);
    expect(server.introspection.requests.map(({ authorization }) => authorization)).toContain(
      `Bearer ${SECRET}`,
    );
    expect(leaks()).toEqual([]);
  });

  it("when it comes in a path", async () => {
    const { port, logs, leaks, credentials } = await world();
    const spellings = credentials.flatMap((credential) => [
      credential,
      encodeEveryByte(credential),
      `%zz${credential}`,
    ]);
    const paths = spellings.flatMap((spelling) => [
      `/v1/overwatch/heroes/${spelling}`,
      `/v1/${spelling}/games`,
      `/${spelling}`,
      `/health/${spelling}`,
    ]);
    await Promise.all(paths.map((path) => ask(port, [], path)));

    expect(logs.length).toBeGreaterThan(paths.length);
    expect(leaks()).toEqual([]);
  });

  it("when it comes in a request that cannot be read", async () => {
    const { port, leaks, credentials } = await world();
    const requests = credentials.flatMap((credential) => [
      `${credential}\r\n\r\n`,
      `${credential.slice(0, 30)} /v1/games HTTP/1.1\r\n\r\n`,
      `GET ${credential} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n`,
      `GET /v1/games HTTP/1.1\r\nHost: test\r\nx-api-key ${credential}\r\n\r\n`,
      "GET /v1/games HTTP/1.1\r\nHost: test\r\nx-api-key: " +
        `${credential}${"x".repeat(20_000)}\r\n\r\n`,
      `CONNECT ${credential}:443 HTTP/1.1\r\nHost: test\r\n\r\n`,
      `GET /v1/games HTTP/1.1\r\nHost: ${credential}\r\nx-api-key: ` +
        `${credential}\r\n\tmore\r\nConnection: close\r\n\r\n`,
    ]);
    await Promise.all(requests.map((request) => sendRaw(port, request)));

    expect(leaks()).toEqual([]);
  });

  it.each(["sends a web page", "redirects", "hangs up"] as const)(
    "while the service that knows it %s",
    async (failure) => {
      const { server, port, logs, leaks, credentials } = await world();
      server.introspection.failure = failure;
      await Promise.all(credentials.map((credential) => ask(port, bearer(credential))));

      expect(logs.join("")).toContain("the introspection service fails");
      expect(leaks()).toEqual([]);
    },
  );
});
