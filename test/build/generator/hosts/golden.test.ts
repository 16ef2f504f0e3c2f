import { describe, expect, it } from "vitest";
import type { Manifest, SiteFacts } from "../../../../build/core/schema/manifest.ts";
import { documentFile } from "../../../../build/core/site/path-files.ts";
import { hostFiles } from "../../../../build/generator/hosts/host-files.ts";
import { readRealSite, realManifest } from "../../../helpers/built-site.ts";

const DIGEST = { bytes: 2, sha256: "0".repeat(64) };

const document = (path: string, ...names: string[]): Manifest["documents"][number] => {
  const spellings = [path, ...names.map((name) => path.replace(/[^/]+$/, name))];
  return { path, file: documentFile(path), spellings, ...DIGEST };
};
const page = (path: string, file: string, type: string) => ({ path, file, type, ...DIGEST });
const HTML = "text/html; charset=utf-8";

/** A site with one thing of each kind, so that its configurations change with the program alone. */
const FACTS: SiteFacts = {
  ...(({ hosts: _, ...real }) => real)(realManifest()),
  baseUrl: "https://gamedata.example.org",
  assetsUrl: "https://pictures.example.org/overwatch",
  documents: [
    document("/health"),
    document("/v1/games"),
    document("/v1/openapi.json"),
    document("/v1/overwatch/heroes"),
    document("/v1/overwatch/heroes/lucio", "Lúcio", "루시우"),
    document("/details/heroes/lucio.json"),
    document("/gaps.json"),
  ],
  problems: [
    { path: "/", detail: "There is nothing here.", file: "404.json", ...DIGEST },
    {
      path: "/v1/overwatch/heroes",
      detail: "no hero",
      file: "v1/overwatch/heroes/404.json",
      ...DIGEST,
    },
  ],
  pages: [
    page("/", "index.html", HTML),
    page("/not-found", "not-found.html", HTML),
    page("/matrix", "matrix.html", HTML),
    page("/heroes/lucio", "heroes/lucio.html", HTML),
    page("/feeds/patches.atom", "feeds/patches.atom", "application/atom+xml; charset=utf-8"),
    page("/assets/heroes/lucio.svg", "assets/heroes/lucio.svg", "image/svg+xml"),
    page("/problems/not-found", "problems/not-found.html", HTML),
  ],
};

/**
 * Hosts that cannot be run here. A change of these files is to be read beside the documentation of
 * the host: `npx vitest run test/build/generator/hosts/golden.test.ts --update` writes them.
 */
describe("the configuration of a small site", () => {
  const bodies = new Map(hostFiles(FACTS).map(({ file, body }) => [file, body]));

  it.each(["_headers", "_redirects"])("is %s as it was reviewed", async (file) => {
    await expect(bodies.get(file)).toMatchFileSnapshot(`golden/${file}.txt`);
  });

  it("sets no header twice for one path, and no path is redirected twice", () => {
    const lines = (file: string) => `${bodies.get(file)}`.split("\n");
    const sources = lines("_redirects").filter((line) => line.startsWith("/"));
    const patterns = lines("_headers").filter((line) => line.startsWith("/"));
    for (const list of [sources.map((line) => line.split(" ")[0]), patterns])
      expect(new Set(list).size).toBe(list.length);
  });
});

describe("the 404.html of a folder", () => {
  const manifest = realManifest();
  const ofProblem = new Set(manifest.problems.map(({ file }) => file.replace(/json$/, "html")));

  it("of the API, and at the root, is its 404.json again", () => {
    for (const file of ofProblem)
      expect(readRealSite(file)).toEqual(readRealSite(file.replace(/html$/, "json")));
  });

  it("of pages is the page for people, with their search", () => {
    const pages = manifest.hosts.filter(
      ({ file }) => file.endsWith("404.html") && !ofProblem.has(file),
    );
    const folders = pages.map(({ file }) => file.split("/")[0]);
    expect(folders).toEqual(
      expect.arrayContaining(["heroes", "maps", "patches", "guides", "docs"]),
    );
    // Its foot lacks the newest patch, which is not in the manifest.
    const pageOf = (file: string) => `${readRealSite(file)}`.replace(/<footer.*<\/footer>/s, "");
    for (const { file } of pages) expect(pageOf(file)).toBe(pageOf("not-found.html"));
  });
});
