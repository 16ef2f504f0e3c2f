import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PACKAGE_DATA } from "../../../../build/core/package.ts";
import { createFamilies } from "../../../../build/generator/data/checks/sources.ts";
import { newestPatch } from "../../../../build/generator/data/game-data.ts";
import { gapsPage } from "../../../../build/generator/pages/gaps.tsx";
import { renderPage } from "../../../../build/generator/pages/layout.tsx";
import { REAL_DATA } from "../../../helpers/real-data.ts";
import { factsAsOf } from "../../../helpers/real-game.ts";

const DATA = {
  ...REAL_DATA,
  gaps: [
    { path: "heroes/ana/health/standard", reason: "Health is not sure." },
    { path: "heroes/*/abilities/*/cooldown", reason: "Null means fuel too." },
    { path: "heroes/ana/abilities", before: "2026-08-11", reason: "The old kit is not sure." },
    { path: "patches/2026-08-12/summary", reason: "The summary is thin." },
    { path: "patches/2026-08-12/changes/heroes/*/hitVolume", reason: "Sizes are rounded." },
  ],
};
const OPTIONS = {
  baseUrl: "https://example.org",
  assetsUrl: "https://example.org/assets",
  repository: "https://example.org/data",
};
const gameAsOf = (patch: string) => factsAsOf(DATA, patch, OPTIONS);
const NOW = gameAsOf(newestPatch(DATA));

describe("the gaps of a value", () => {
  it("are those of the value and of anything below it", () => {
    expect(NOW.gapsOf("heroes/ana/health").map(({ reason }) => reason)).toEqual([
      "Health is not sure.",
    ]);
    expect(NOW.gapsOf("heroes/lucio/health")).toEqual([]);
  });

  it("of a collection are of all of it, or of one kind of value in each of its things", () => {
    expect(NOW.gapsOfAll("heroes").map(({ reason }) => reason)).toEqual(["Null means fuel too."]);
    expect(NOW.gapsOfAll("maps")).toEqual([]);
  });

  it("of an older state are listed, and mark the values of that state only", () => {
    const marks = (patch: string) => gameAsOf(patch).gapsOf("heroes/ana/abilities");
    expect(marks(newestPatch(DATA))).toEqual([]);
    expect(marks("2026-07-14")).toHaveLength(1);
    expect(NOW.gaps).toMatchObject(DATA.gaps);
  });
});

it("the page of gaps reports how to help, and where to edit where the operator says so", () => {
  const html = renderPage("/gaps", gapsPage(NOW), {
    baseUrl: "https://example.org",
    assetsUrl: "https://example.org",
  });

  expect(html).toContain("How to help");
  expect(html).toContain('href="https://example.org/data"');
});

describe("the sources", () => {
  it.each([
    ["publisher", "https://overwatch.blizzard.com/en-us/news/patch-notes/live/2026/07/"],
    ["publisher", "https://github.com/bluesxman/ow/blob/HEAD/data/patch-notes.json"],
    ["wiki", "https://github.com/bluesxman/ow/blob/HEAD/data/heroes/ana.json"],
    ["wiki", "https://github.com/biofermin/ow-newbie-guide/tree/HEAD/data"],
    ["owner/name", "https://github.com/owner/name/blob/HEAD/data/ana.json"],
    ["example.org", "https://example.org/ana"],
  ])("are of the family %s: %s", (family, url) => {
    expect(createFamilies(REAL_DATA.families)(url)).toBe(family);
  });

  it.each(["modes", "roles"] as const)("of %s are in its file", (thing) => {
    const text = readFileSync(join(PACKAGE_DATA, `${thing}.json`), "utf8");
    const sources = NOW.sourcesOf(thing).map(({ family: _, ...source }) => source);
    expect(JSON.parse(text).sources).toEqual(sources);
  });
});
