import { setTimeout } from "node:timers/promises";
import { exportJWK } from "jose";
import { describe, expect, inject, it } from "vitest";
import { createSigningKey, signToken } from "../helpers/authorization-server.ts";
import { temporaryFolder } from "../helpers/data.ts";
import { edgeIsMissing, startEdge } from "../helpers/edge.ts";
import { getRaw } from "../helpers/proxy.ts";
import { addKey, apiKey, ask, authorizationServer, bearer } from "../proxy/auth/credentials.ts";
import { keepAliveClient } from "../proxy/wire.ts";

const GAMES = "/v1/games";
const SITE = inject("realSite");
const missing = edgeIsMissing();

/** However busy the machine is, the objects respond in time, and no window ends meanwhile. */
const PATIENT = { LOG_LEVEL: "warn", STORE_WAIT_MS: "30000", RATE_WINDOW_SECONDS: "3600" };

/** The statuses of so many requests at a time. */
async function statusesOf(ports: number[], count: number, headers: Record<string, string>) {
  const clients = ports.map((port) => keepAliveClient(port));
  const responses = await Promise.all(
    Array.from({ length: count }, (_, at) => clients[at % clients.length]?.(GAMES, headers)),
  );
  return responses.map((response) => response?.status);
}

describe.skipIf(missing !== undefined)(
  `the gate under workerd${missing === undefined ? "" : ` (skipped: ${missing})`}`,
  () => {
    it("lets exactly 1,000 of 1,100 through two cold isolates", async () => {
      const API_KEYS_FILE = `${temporaryFolder()}/keys.json`;
      const headers = { "x-api-key": addKey(API_KEYS_FILE).key };
      const sockets = [0, 1].map((isolate) => ({ address: "127.0.0.1:0", isolate }));
      const { ports, logs } = await startEdge(SITE, { ...PATIENT, API_KEYS_FILE }, sockets);
      const statuses = await statusesOf(ports, 1_100, headers);

      expect(logs).toEqual([]);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1_000);
      expect(statuses.filter((status) => status === 429)).toHaveLength(100);
    });

    it("gives a caller who pauses no further requests", { timeout: 60_000 }, async () => {
      const { ports } = await startEdge(SITE, { ...PATIENT, ANONYMOUS_LIMIT: "100" });
      await statusesOf(ports, 90, {});
      await setTimeout(14_000); // the idle object is evicted after 10 s
      const statuses = await statusesOf(ports, 20, {});

      expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    });

    it("counts a caller by the platform's address for it, whatever else is sent", async () => {
      const { port } = await startEdge(SITE, PATIENT);
      const left = async (address: string) => {
        const headers = { "CF-Connecting-IP": address, "X-Forwarded-For": "198.51.100.1" };
        return (await getRaw(port, GAMES, headers)).headers.get("ratelimit-remaining");
      };
      const addresses = ["192.0.2.1", "192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2"];
      const remaining: unknown[] = [];
      for (const address of addresses) remaining.push(await left(address));

      expect(remaining).toEqual(["59", "58", "59", "59", "58"]);
    });

    it("responds to all that overlap on a cold isolate, whatever they present", async () => {
      const server = await authorizationServer();
      const API_KEYS_FILE = `${temporaryFolder()}/keys.json`;
      const { key } = addKey(API_KEYS_FILE);
      const env = { ...PATIENT, API_KEYS_FILE, AUTH_URL: server.issuer };
      const { port } = await startEdge(SITE, env);
      const rows: [string[], number][] = [
        [bearer(await server.issue()), 200],
        [apiKey(key), 200],
        [apiKey("gdr_unknown"), 401],
        [[], 200],
      ];
      const all = Array.from(
        { length: 160 },
        (_, at) => rows[at % 4] ?? ([[], 0] as [string[], number]),
      );
      const statuses = await Promise.all(
        all.map(async ([lines]) => {
          const address = `CF-Connecting-IP: 192.0.2.${lines.length}`;
          return (await ask(port, [...lines, address])).status;
        }),
      );

      expect(statuses).toEqual(all.map(([, status]) => status));
      await server.stop();
      expect((await ask(port, bearer(await server.issue({ sub: "new" })))).status).toBe(200);
    });

    it("asks a failing issuer once in a while, and not for what is 429", async () => {
      const server = await authorizationServer();
      server.jwks.failure = "has an internal error";
      const { port } = await startEdge(SITE, { ...PATIENT, AUTH_URL: server.issuer });
      const statusOf = async (sub: string) =>
        (await ask(port, bearer(await server.issue({ sub })))).status;
      const start = performance.now();
      for (let at = 0; at < 60; at += 1) expect(await statusOf(`${at}`)).toBe(500);
      const { fetches } = server.jwks;
      expect(fetches).toBeLessThanOrEqual(1 + (performance.now() - start) / 1_000);

      await setTimeout(1_100); // until a request would fetch again
      expect(await statusOf("60")).toBe(429);
      expect(server.jwks.fetches).toBe(fetches);
    });

    it("learns a key that was replaced under its id, and no set of private keys", async () => {
      const server = await authorizationServer();
      const { port } = await startEdge(SITE, { ...PATIENT, AUTH_URL: server.issuer });
      const statusOf = async (token: string) => (await ask(port, bearer(token))).status;
      expect(await statusOf(await server.issue())).toBe(200);
      await setTimeout(2_100); // until unknown keys cause a fetch
      server.jwks.lie = { keys: [await exportJWK(server.signingKey().privateKey)] };
      expect(await statusOf(await server.issue({}, { header: { kid: "other" } }))).toBe(500);
      expect(await statusOf(await server.issue({ sub: "another" }))).toBe(200);

      await setTimeout(5_100); // until a fetch follows the failed one
      const key = await createSigningKey("ES256", "es256-1");
      server.jwks.lie = { keys: [{}, null, "x", key.publicJwk] };
      const token = (await server.issue()).split(".")[1] ?? "";
      const claims = JSON.parse(Buffer.from(token, "base64url").toString());
      expect(await statusOf(await signToken(claims, key))).toBe(200);
    });

    it("responds with 500 if a setting is invalid, and the log says which", async () => {
      const { port, logs } = await startEdge(SITE, { ANONYMOUS_LIMIT: "many" });
      const { status, headers } = await getRaw(port, GAMES);

      expect(status).toBe(500);
      expect(Object.fromEntries(headers)).toMatchObject({
        "content-type": "application/problem+json",
        "access-control-allow-origin": "*",
        "x-content-type-options": "nosniff",
        "ratelimit-limit": "60",
      });
      await expect.poll(() => logs.join()).toContain("ANONYMOUS_LIMIT");
    });
  },
);
