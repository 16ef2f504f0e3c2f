import { get } from "node:http";
import { setTimeout } from "node:timers/promises";
import { describe, expect, inject, it } from "vitest";
import { createApiKey } from "../../build/core/keys/api-key.ts";
import { edgeIsMissing, startOwnEdge } from "../helpers/edge.ts";
import { apiKey, ask, authorizationServer, bearer } from "../proxy/auth/credentials.ts";

const missing = edgeIsMissing();

const ADDRESS = "CF-Connecting-IP: 192.0.2.1";

/** How many requests overlap. */
const MANY = 40;

/** A cold isolate that asks an authorization server about keys and tokens. */
async function coldIsolate(env: Record<string, string> = {}) {
  const server = await authorizationServer({ algorithms: ["ES256"] });
  server.introspection.active.set("gdr_good", { scope: "gamedata:read" });
  const settings = {
    API_KEY_INTROSPECTION_URL: server.introspection.url,
    AUTH_URL: server.issuer,
    STORE_WAIT_MS: "30000",
    LOG_LEVEL: "error",
    ...env,
  };
  const { urls, logs } = await startOwnEdge(inject("realSite"), settings);
  const port = Number(new URL(urls[0] ?? "").port);
  const statusOf = async (lines: string[], path?: string) =>
    (await ask(port, [ADDRESS, ...lines], path)).status;
  return { server, port, logs, statusOf };
}

/** Sends a request, and leaves after so many milliseconds. */
function leaveAfter(port: number, headers: Record<string, string>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const request = get({ port, path: "/v1/games", headers }, (answer) => answer.destroy());
    request.on("error", () => undefined).on("close", resolve);
    request.on("finish", () => void setTimeout(ms).then(() => request.destroy()));
  });
}

const repeat = (count: number, of: (at: number) => Promise<number>) =>
  Promise.all(Array.from({ length: count }, (_, at) => of(at)));

describe.skipIf(missing !== undefined)(
  `requests that overlap at the edge${missing === undefined ? "" : ` (skipped: ${missing})`}`,
  () => {
    it.each<
      [string, (server: Awaited<ReturnType<typeof coldIsolate>>["server"]) => Promise<string>]
    >([
      ["an introspected key", async () => "gdr_good"],
      ["an access token", async (server) => server.issue()],
      ["a key that is not active", async () => "gdr_unknown"],
    ])("end well on a cold isolate where one with %s is aborted", async (_, credentialOf) => {
      for (const ms of [0, 2, 5, 10, 20, 50, 100]) {
        const { server, port, statusOf, logs } = await coldIsolate();
        const credential = await credentialOf(server);
        const status = credential === "gdr_unknown" ? 401 : 200;
        const aborted = leaveAfter(port, { authorization: `Bearer ${credential}` }, ms);
        const both = [statusOf(bearer(credential)), statusOf([], "/health")];

        expect([ms, ...(await Promise.all(both))]).toEqual([ms, status, 200]);
        await aborted;
        expect([ms, await statusOf(apiKey("gdr_good"))]).toEqual([ms, 200]);
        expect(logs).toEqual([]);
      }
    });

    it("are all answered where forty made-up keys come at once, and those after them", async () => {
      const { statusOf } = await coldIsolate();
      const statuses = await repeat(MANY, () => statusOf(apiKey(createApiKey("gdr_"))));

      expect(new Set(statuses)).toEqual(new Set([401]));
      expect(await statusOf(apiKey("gdr_good"))).toBe(200);
      expect(await statusOf(apiKey(createApiKey("gdr_")))).toBe(401);
    });
  },
);
