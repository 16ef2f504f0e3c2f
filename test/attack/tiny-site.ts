import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Manifest, ManifestSchema } from "../../build/core/schema/manifest.ts";
import { compressBrotli, compressGzip } from "../../build/core/site/codings.ts";
import { Site } from "../../build/core/site/site.ts";
import { toJson } from "../../build/generator/documents/json.ts";
import { temporaryFolder } from "../helpers/data.ts";

/** What `verifySite` finds in a site that is whole. */
export const WHOLE = { missing: [], extra: [], altered: [] };

/** The files of a site by name, siblings included. */
export type TinySite = Map<string, Buffer>;

/** What a manifest says beside its lists. */
export const ABOUT = {
  game: "overwatch",
  patch: "2026-10-06",
  version: "1",
  baseUrl: "https://example.org",
  assetsUrl: "https://example.org/assets",
  compression: "none",
};

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** A site that the proxy serves: seven documents, two 404s, two pages and a host's file. */
export function tinySite(hero: object = { id: "ana" }) {
  const files: TinySite = new Map();
  const site = new Site(({ body, files: names }) => {
    for (const name of names) addWithSiblings(files, name, Buffer.from(body));
  });
  site.addDocument("/health", json({ status: "ok", patch: "2026-10-06", version: "1" }));
  site.addDocument("/v1/games", json({ data: [], meta: { patch: "2026-10-06", count: 0 } }));
  site.addDocument("/v1/overwatch/heroes/ana", json(hero), ["/v1/overwatch/heroes/아나"]);
  site.addDocument("/v1/overwatch/heroes/mei", json({ id: "mei" }));
  site.addDocument(
    "/v1/overwatch/patches",
    json({ data: [], meta: { patch: "2026-10-06", count: 0 } }),
  );
  site.addDocument("/v1/overwatch/modes", json({ data: [{ id: "push" }] }));
  site.addDocument("/v1/openapi.json", json({ openapi: "3.1.0", info: {} }));
  site.addProblem("/", "Nothing.", "{}\n");
  site.addProblem("/v1/overwatch", "No such resource.", "{}\n");
  site.addPage("/problems/not-found", "<p>Not found\n");
  site.addPage("/", "<p>start\n");
  site.addHostFile("_headers", "/*\n");
  return withManifest(files, site.manifest(ABOUT));
}

/** A site whose manifest is changed, as somebody hostile might. */
// biome-ignore lint/suspicious/noExplicitAny: a test writes what no type allows
export function withForgery(site: TinySite, lie: (manifest: any) => void) {
  const manifest: unknown = JSON.parse(`${site.get("manifest.json")}`);
  lie(manifest);
  return addWithSiblings(new Map(site), "manifest.json", Buffer.from(json(manifest)));
}

function withManifest(files: TinySite, manifest: Manifest) {
  const { text } = toJson(ManifestSchema, manifest);
  return addWithSiblings(files, "manifest.json", Buffer.from(text));
}

/** Adds a file with its compressed siblings. */
export function addWithSiblings(files: TinySite, name: string, body: Buffer) {
  const br = compressBrotli(body);
  const gz = compressGzip(body);
  return files
    .set(name, body)
    .set(`${name}.br`, Buffer.from(br))
    .set(`${name}.gz`, Buffer.from(gz));
}

/** Writes a site's files into a folder of its own. */
export function folderOf(site: TinySite) {
  const dir = join(temporaryFolder(), "dist");
  for (const [name, body] of site) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), body);
  }
  return dir;
}
