import { describe, expect, inject, it } from "vitest";
import { ManifestSchema } from "../../build/core/schema/manifest.ts";
import { realProxy } from "../helpers/built-site.ts";
import { temporaryFolder } from "../helpers/data.ts";
import { edgeIsMissing, startEdge } from "../helpers/edge.ts";
import { getRaw, type RawAnswer } from "../helpers/proxy.ts";
import { addKey, authorizationServer } from "../proxy/auth/credentials.ts";
import { encodePath } from "../proxy/wire.ts";

const ANA = "/v1/overwatch/heroes/ana";
const PATCHES = "/v1/overwatch/patches";
const BROWSER = { Accept: "text/html,*/*;q=0.8" };
const missing = edgeIsMissing();

type Row = [path: string, headers?: Record<string, string>, method?: string];

/** Requests without a credential; `TAG` stands for Ana's uncompressed ETag. */
const ROWS: Row[] = [
  ...["/", "/health", "/v1/openapi.json", "/v1/games", "/manifest.json", "/nowhere"].map(
    (path): Row => [path],
  ),
  ...["/v1/overwatch/heroes/LUCIO", "/v1/overwatch/heroes/%EB%A3%A8%EC%8B%9C%EC%9A%B0"].map(
    (path): Row => [path],
  ),
  ...["/v1/overwatch/heroes/lucoi", "/v1/overwatch/heroes/ana/", "/v1/overwatch/heroes/%zz"].map(
    (path): Row => [path],
  ),
  ...["br", "gzip", "identity", "gzip, br;q=0.5"].map(
    (coding): Row => [ANA, { "Accept-Encoding": coding }],
  ),
  ...["TAG", "W/TAG", "*", '"other"', '"other", TAG'].flatMap((tags): Row[] => [
    [ANA, { "If-None-Match": tags }],
    [ANA, { "If-Match": tags }],
    [ANA, { "If-Match": tags, "If-None-Match": "TAG" }],
    [ANA, { "If-Match": tags }, "OPTIONS"],
  ]),
  [ANA, { "If-Match": "TAG", "Accept-Encoding": "br" }],
  ["/v1/overwatch/heroes/nobody", { "If-Match": '"other"' }],
  [ANA, {}, "HEAD"],
  [ANA, {}, "OPTIONS"],
  [ANA, {}, "DELETE"],
  [`${PATCHES}?kind=hotfix&since=2026-01-01`],
  [`${PATCHES}?kind=hotfix`, { "If-Match": '"other"' }],
  [`${PATCHES}?kind=other&since=1`],
  ["/heroes/LUCIO", BROWSER],
  ["/nowhere", BROWSER],
  [ANA, { "X-Request-Id": "chosen" }],
];

/** What two servers must have in common: all but what the platform sets. */
function comparable({ status, headers, body }: RawAnswer): unknown {
  const shared = new Map([...headers].toSorted());
  for (const name of ["connection", "date", "keep-alive", "transfer-encoding"]) shared.delete(name);
  if (!/^chosen$/.test(shared.get("x-request-id") ?? "")) shared.delete("x-request-id");
  return { status, headers: Object.fromEntries(shared), body };
}

describe.skipIf(missing !== undefined)(
  `the edge and the proxy respond alike${missing === undefined ? "" : ` (skipped: ${missing})`}`,
  () => {
    it("to every kind of request and credential", { timeout: 120_000 }, async () => {
      const server = await authorizationServer();
      const API_KEYS_FILE = `${temporaryFolder()}/keys.json`;
      const good = addKey(API_KEYS_FILE).key;
      const scopeless = addKey(API_KEYS_FILE, { scope: ["other"] }).key;
      const tokens = [
        await server.issue(),
        await server.issue({ scope: "other" }),
        await server.issue({ exp: 1 }),
        await server.issue({ aud: "other" }),
        `${(await server.issue()).slice(0, -12)}AAAAAAAAAAAA`,
      ];
      const credentials: Row[] = [
        ...[good, scopeless, "gdr_unknown", "unknown"].map(
          (key): Row => [ANA, { "X-API-Key": key }],
        ),
        ...[good, scopeless, ...tokens].map(
          (one): Row => [ANA, { Authorization: `Bearer ${one}` }],
        ),
        [ANA, { Authorization: "Basic eDp5" }],
        [ANA, { Authorization: `Bearer ${good}`, "X-API-Key": scopeless }],
        ["/health", { "X-API-Key": "gdr_unknown" }],
        ["/v1/games", { "X-API-Key": good, "If-Match": '"other"' }],
      ];
      const env = {
        API_KEYS_FILE,
        AUTH_URL: server.issuer,
        LOG_LEVEL: "silent",
        ANONYMOUS_LIMIT: "20",
        STORE_WAIT_MS: "30000",
        RATE_WINDOW_SECONDS: "3600",
        TRUST_PROXY: "127.0.0.1",
      };
      const proxy = await realProxy(env, () => 0);
      const edge = await startEdge(inject("realSite"), env);
      const tag = (await getRaw(proxy.port, ANA)).headers.get("etag") ?? "";

      // The last one has spent its limit, so it gets 429.
      const rows = [...ROWS, ...credentials, ...Array.from({ length: 22 }, (): Row => [ANA])];
      for (const [at, [path, own = {}, method]] of rows.entries()) {
        const caller = `192.0.2.${Math.min(at, ROWS.length + credentials.length)}`;
        const from = { "CF-Connecting-IP": caller, "X-Forwarded-For": caller };
        const entries = Object.entries(own).map(([name, value]) => [
          name,
          value.replace("TAG", tag),
        ]);
        const headers = { ...from, ...Object.fromEntries(entries) };
        const [wanted, given] = await Promise.all(
          [proxy, edge].map(({ port }) => getRaw(port, path, headers, method)),
        );

        expect({ path, own, ...withoutSeconds(comparable(given as RawAnswer)) }).toEqual({
          path,
          own,
          ...withoutSeconds(comparable(wanted as RawAnswer)),
        });
      }
    });

    it("to every path of the manifest", { timeout: 120_000 }, async () => {
      const env = { LOG_LEVEL: "silent", ANONYMOUS_LIMIT: "1000000", STORE_WAIT_MS: "30000" };
      const proxy = await realProxy(env);
      const edge = await startEdge(inject("realSite"), env);
      const manifest = ManifestSchema.parse(
        JSON.parse((await getRaw(proxy.port, "/manifest.json")).body),
      );
      const paths = [...manifest.documents, ...manifest.pages].map(({ path }) => encodePath(path));
      const tagsOf = async (port: number) => {
        const tags: string[] = [];
        for (const path of paths) {
          const { status, headers } = await getRaw(port, path, {}, "HEAD");
          tags.push(`${status} ${path} ${headers.get("etag")} ${headers.get("content-length")}`);
        }
        return tags;
      };

      expect(await tagsOf(edge.port)).toEqual(await tagsOf(proxy.port));
    });
  },
);

/** The seconds that are left of a window differ, as the clock of the edge runs. */
function withoutSeconds(response: unknown): object {
  return JSON.parse(JSON.stringify(response).replace(/35\d\d|3600/g, "3600"));
}
