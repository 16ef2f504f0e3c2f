import { Agent, get } from "node:http";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { probeDeployment } from "../../build/cli/deployment/probe/probe-deployment.ts";
import { KeyFileError } from "../../build/core/keys/key-file.ts";
import { patientClient, UNLIMITED } from "../build/cli/deployment/site.ts";
import { temporaryFolder } from "../helpers/data.ts";
import { edgeIsMissing, startEdge, startOwnEdge } from "../helpers/edge.ts";
import { freePort } from "../helpers/port.ts";
import { getRaw } from "../helpers/proxy.ts";
import { addKey, apiKey, ask, bearer } from "../proxy/auth/credentials.ts";
import { boundTo, hostingObjects, socketsOfHost } from "./objects-of-another.ts";

const GAMES = "/v1/games";

const missing = edgeIsMissing();

/**
 * However busy the machine is, the objects answer in time, and nobody's window ends meanwhile. An
 * isolate that counts on its own would say so in the log.
 */
const PATIENT = { LOG_LEVEL: "warn", STORE_WAIT_MS: "30000", RATE_WINDOW_SECONDS: "3600" };

/** What is left to a caller after a request, of 60. */
async function left(port: number, headers: Record<string, string> = {}): Promise<number> {
  const answer = await getRaw(port, GAMES, headers);
  return Number(answer.headers.get("ratelimit-remaining"));
}

describe.skipIf(missing !== undefined)(
  `the gate under workerd${missing === undefined ? "" : ` (skipped: ${missing})`}`,
  () => {
    it("lets exactly 1,000 of 1,100 through three processes, one with the objects", async () => {
      const API_KEYS_FILE = `${temporaryFolder()}/keys.json`;
      const { key } = addKey(API_KEYS_FILE);
      const env = { ...PATIENT, API_KEYS_FILE };
      const site = inject("realSite");
      const host = await startOwnEdge(site, env, socketsOfHost(), hostingObjects);
      const [own = "", objects = ""] = host.urls;
      const others = await Promise.all(
        [1, 2].map(() => startOwnEdge(site, env, undefined, boundTo(objects))),
      );
      const urls = [own, ...others.flatMap((other) => other.urls)];
      const agent = new Agent({ keepAlive: true, maxSockets: 10 });
      onTestFinished(() => agent.destroy());
      // they are awake, and connected
      for (const url of urls) await statusOf(url + GAMES, {}, agent);
      const statuses = await Promise.all(
        Array.from({ length: 1_100 }, (_, at) =>
          statusOf(`${urls[at % 3]}${GAMES}`, { "x-api-key": key }, agent),
        ),
      );

      expect([host, ...others].flatMap(({ logs }) => logs)).toEqual([]);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1_000);
      expect(statuses.filter((status) => status === 429)).toHaveLength(100);
    });

    it("gives a probe no difference to find", { timeout: 60_000 }, async () => {
      const { url } = await startEdge(inject("realSite"), UNLIMITED);
      const report = await probeDeployment(patientClient(url), { expect: "proxy", sample: 25 });

      expect(report.checks.filter(({ outcome }) => outcome !== "ok")).toEqual([]);
      expect(report).toMatchObject({ kind: "proxy", isGood: true });
    });

    it("counts a caller by the platform's address for it, whatever else is sent", async () => {
      const { urls } = await startOwnEdge(inject("realSite"), { LOG_LEVEL: "silent" });
      const port = Number(new URL(urls[0] ?? "").port);
      const from = (address: string) => ({
        "CF-Connecting-IP": address,
        "X-Forwarded-For": "198.51.100.1",
      });

      expect(await left(port, from("192.0.2.1"))).toBe(59);
      expect(await left(port, from("192.0.2.1"))).toBe(58);
      expect(await left(port, from("192.0.2.2"))).toBe(59);
      expect(await left(port, from("2001:db8::1"))).toBe(59);
      expect(await left(port, from("2001:db8::2"))).toBe(58);
    });

    it("lets nobody choose an address on this machine, where there is no platform", async () => {
      const { port } = await startEdge(inject("realSite"));

      expect(await left(port, { "CF-Connecting-IP": "192.0.2.1" })).toBe(59);
      expect(await left(port, { "CF-Connecting-IP": "192.0.2.2" })).toBe(58);
    });

    it("takes no token for bad, and every key for good, while the JWKS is away", async () => {
      const API_KEYS_FILE = `${temporaryFolder()}/keys.json`;
      const { key } = addKey(API_KEYS_FILE);
      const AUTH_URL = `http://127.0.0.1:${await freePort()}`;
      const env = { API_KEYS_FILE, AUTH_URL, LOG_LEVEL: "silent" };
      const { port } = await startEdge(inject("realSite"), env);

      expect((await ask(port, bearer(UNKNOWN_TOKEN))).status).toBe(500);
      expect((await ask(port, apiKey(key))).status).toBe(200);
      expect((await ask(port, apiKey("gdr_made-up"))).status).toBe(401);
    });

    it("answers 500 where a setting cannot be used, and says which in the log", async () => {
      const env = { ANONYMOUS_LIMIT: "many" };
      const { port, logs } = await startEdge(inject("realSite"), env);
      const { status, headers } = await getRaw(port, GAMES);

      expect(status).toBe(500);
      expect(Object.fromEntries(headers)).toMatchObject({
        "content-type": "application/problem+json",
        "access-control-allow-origin": "*",
        "x-content-type-options": "nosniff",
        link: '</v1/openapi.json>; rel="service-desc"',
      });
      await expect.poll(() => logs.join()).toContain("ANONYMOUS_LIMIT");
    });

    it("does not start where its key file cannot be read, and says why", async () => {
      const API_KEYS_FILE = `${temporaryFolder()}/keys.json`;

      await expect(startOwnEdge(inject("realSite"), { API_KEYS_FILE })).rejects.toThrow(
        new KeyFileError(`${API_KEYS_FILE}: no such file; create it with gamedata keys issue`),
      );
    });
  },
);

/** Signed by nobody: what key it names is not in a set that cannot be had. */
const UNKNOWN_TOKEN = [
  { alg: "ES256", kid: "unknown" },
  { iss: "nobody", sub: "player" },
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
  .concat("c2lnbmF0dXJl")
  .join(".");

function statusOf(url: string, headers: Record<string, string>, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
    }).on("error", reject);
  });
}
