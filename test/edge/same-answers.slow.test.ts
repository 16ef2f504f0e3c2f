import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { PACKAGE_ROOT } from "../../build/core/package.ts";
import { ManifestSchema } from "../../build/core/schema/manifest.ts";
import { temporaryFolder } from "../helpers/data.ts";
import { edgeIsMissing, startEdge } from "../helpers/edge.ts";
import { getRaw, type RawAnswer, startProxy } from "../helpers/proxy.ts";
import { addKey } from "../proxy/auth/credentials.ts";
import { encodePath } from "../proxy/wire.ts";

type Question = { path: string; method: string; headers: Record<string, string> };

/** What the guide "At the edge" allows to differ, by the header or what else it is about. */
const ALLOWED: ReadonlySet<string> = new Set(["date"]);

const PATHS_OF_NO_DOCUMENT = [
  ...["/v1", "/v1/", "/v1/nothing", "/v1/overwatch/heroes/anaa", "/v1/overwatch/heroes/ana/"],
  ...["/v1/%ZZ", "/v1/overwatch/heroes/a%2fb", "/v1//games", "/V1/games", "/v1/games?x=%20&y"],
  ...["/v1/overwatch/patches?kind=big", "/v1/overwatch/patches?since=2026-06-01&kind=season"],
  ...["/", "/heroes/ana", "/docs", "/manifest.json", "/robots.txt", "/assets/heroes/ana.svg"],
  ...["/hosts/workers/worker.js", "/v1/overwatch/heroes/ana.json", "/404.json"],
];

/** Two hundred requests of every kind. */
function questions(key: string): Question[] {
  const { documents } = ManifestSchema.parse(
    JSON.parse(readFileSync(join(inject("realSite"), "manifest.json"), "utf8")),
  );
  const spellings = documents.flatMap((document) => document.spellings);
  const step = Math.floor(spellings.length / 60);
  const some = spellings.filter((_, at) => at % step === 0).map(encodePath);
  const ways: Pick<Question, "method" | "headers">[] = [
    { method: "GET", headers: {} },
    { method: "GET", headers: { "Accept-Encoding": "gzip, br;q=0.5", "X-API-Key": key } },
    { method: "HEAD", headers: { "Accept-Encoding": "br", Authorization: `Bearer ${key}` } },
    { method: "GET", headers: { "If-None-Match": "*" } },
    { method: "GET", headers: { "X-API-Key": "gdr_unknown" } },
    { method: "OPTIONS", headers: { Origin: "https://example.org" } },
    { method: "POST", headers: {} },
  ];
  const turned = [...some, ...PATHS_OF_NO_DOCUMENT].flatMap((path, at) =>
    [0, 1, 2].map((turn) => ({ path, ...ways[(at + turn) % ways.length] })),
  );
  return turned.filter((one): one is Question => one.method !== undefined).slice(-200);
}

/** What differs between two answers, as lines that can be read. */
function differences({ method, path }: Question, node: RawAnswer, edge: RawAnswer): string[] {
  const all = (answer: RawAnswer) =>
    new Map([...answer.headers, ["status", `${answer.status}`], ["body", answer.body]]);
  const [one, other] = [all(node), all(edge)];
  const timeless = (text: string | undefined) => text?.replace(/\bt=\d+$/, "t=…");
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((name) => !ALLOWED.has(name) && name !== "ratelimit-reset")
    .filter((name) => timeless(one.get(name)) !== timeless(other.get(name)))
    .map((name) => `${method} ${path}: ${name}: ${one.get(name)} -> ${other.get(name)}`);
}

const missing = edgeIsMissing();

describe.skipIf(missing !== undefined)(
  `two hundred answers of both hosts${missing === undefined ? "" : ` (skipped: ${missing})`}`,
  () => {
    it("are the same, header by header, but for what the guide names", async () => {
      const API_KEYS_FILE = `${temporaryFolder()}/keys.json`;
      const { key } = addKey(API_KEYS_FILE);
      const env = { API_KEYS_FILE, LOG_LEVEL: "silent", ANONYMOUS_LIMIT: "1000" };
      const [node, edge] = await Promise.all([
        startProxy(inject("realSite"), env),
        startEdge(inject("realSite"), env),
      ]);
      const different: string[] = [];
      const asked = questions(key);
      for (const question of asked) {
        const { path, headers, method } = question;
        const named = { ...headers, "X-Request-Id": "both" };
        const ask = (port: number) => getRaw(port, path, named, method);
        different.push(...differences(question, await ask(node.port), await ask(edge.port)));
      }

      expect(asked).toHaveLength(200);
      expect(different).toEqual([]);
    });
  },
);

it("what may differ is in the guide", () => {
  const guide = readFileSync(
    join(PACKAGE_ROOT, "build/generator/pages/guides/at-the-edge.md"),
    "utf8",
  );
  for (const name of ALLOWED) expect(guide.toLowerCase()).toContain(`\`${name}\``);
});
