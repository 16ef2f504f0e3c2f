import { expect, it } from "vitest";
import { byId } from "../../../build/core/by-id.ts";
import type { GameData } from "../../../build/generator/data/game-data.ts";
import { REAL_DATA } from "../../helpers/real-data.ts";
import { assistantOf, siteInMemory } from "../../helpers/site.ts";
import { patchOf } from "../data-copies.ts";

const URL = "https://site.example";

/** A hotfix of Ana and an invented hero, which one address has and nobody else. */
function dataFrom(url: string): GameData {
  const ana = { ...byId(REAL_DATA.heroes, "ana"), sources: [{ url }] };
  const to = byId(ana.abilities, "sleep-dart").cooldown;
  const step = { target: "heroes/ana/abilities/sleep-dart/cooldown", from: 99, to, source: url };
  const names = { en: "Invented", ko: "Invented", zh: "Invented" };
  return {
    ...REAL_DATA,
    game: { ...REAL_DATA.game, historyFrom: "2099-01-01" },
    heroes: [ana, { ...ana, id: "invented", names, aliases: [], monogram: "In" }],
    gaps: [],
    witnesses: [],
    patches: [patchOf("2099-01-01", []), { ...patchOf("2099-02-01", [step]), sourceUrl: url }],
  };
}

/** Words for more than one source, or for the publisher. Legends are no claims. */
const CLAIM =
  /(?<!are )printed by the publisher|"families":\s*\[\s*"publisher|,publisher|[2-9] independent sources|(?<!the |or )official notes|read whole/i;

/** The files of a site, but for those that explain the words. */
function filesOf(data: GameData): [file: string, text: string][] {
  const options = { patch: "2099-02-01", version: "x", baseUrl: URL, assetsUrl: URL };
  const { manifest, textOf } = siteInMemory(data, options);
  return [...manifest.documents, ...manifest.pages].flatMap(({ file }) =>
    /^(docs|guides|explorer)\/|openapi/.test(file) ? [] : [[file, textOf(file)]],
  );
}

const namesOf = (files: [string, string][], words: RegExp) =>
  files.flatMap(([file, text]) => (words.test(text) ? [file] : []));

it("claims of the publisher are found on each surface where they are true", () => {
  const notes = "https://overwatch.blizzard.com/en-us/news/patch-notes/live/2099/02/";
  const surfaces = ["heroes/ana.html", "details/heroes/ana.json", "details/figures.csv"];
  expect(namesOf(filesOf(dataFrom(notes)), CLAIM)).toEqual(
    expect.arrayContaining([...surfaces, "feeds/patches.atom", "patches/2099-02-01.html"]),
  );
});

it("no surface claims more where a blog alone has a hotfix and a hero", async () => {
  const data = dataFrom("https://blog.example.org/hotfix");
  const files = filesOf(data);
  expect(namesOf(files, CLAIM)).toEqual([]);
  expect(namesOf(files, /one source: blog\.example\.org/)).toEqual(
    expect.arrayContaining(["heroes/ana.html", "heroes/ana.md"]),
  );
  expect(namesOf(files, /"sure":/)).not.toContain("details/heroes/invented.json");
  expect(namesOf(files, /Sure<\/span><br\/?><b>0<\/b>/)).toEqual(["gaps.html"]);
  const client = await assistantOf(data);
  for (const name of ["ana", "invented"]) {
    const answer = await client.callTool({ name: "get_hero", arguments: { name, full: true } });
    expect(JSON.stringify(answer)).not.toMatch(CLAIM);
  }
});
