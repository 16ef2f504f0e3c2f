import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { createMcpServer } from "../../../build/cli/mcp.ts";
import type { GameData } from "../../../build/generator/data/game-data.ts";
import { REAL_DATA } from "../../helpers/real-data.ts";
import { BASE_URL } from "../../helpers/real-site.ts";
import { patchOf } from "../data-copies.ts";
import { siteInMemory } from "../site-in-memory.ts";

const BLOG = "https://blog.example.org/hotfix";
const NOTES = "https://overwatch.blizzard.com/en-us/news/patch-notes/live/2099/02/";

/** A hotfix of Ana and a hero that one address has, and nobody else. */
function dataFrom(url: string): GameData {
  const ana = structuredClone(REAL_DATA.heroes.find(({ id }) => id === "ana"));
  const [dart] = ana?.abilities ?? [];
  if (!ana || !dart) throw new Error("the real data has no Ana");
  dart.cooldown = 16;
  ana.sources = [{ url }];
  const names = { en: "Invented", ko: "Invented", zh: "Invented" };
  const step = { target: "heroes/ana/abilities/sleep-dart/cooldown", from: 14, to: 16 };
  return {
    ...REAL_DATA,
    game: { ...REAL_DATA.game, historyFrom: "2099-01-01" },
    heroes: [ana, { ...ana, id: "invented", names, aliases: [], monogram: "In" }],
    gaps: [],
    witnesses: [],
    patches: [
      patchOf("2099-01-01", []),
      { ...patchOf("2099-02-01", [{ ...step, source: url }]), sourceUrl: url },
    ],
  };
}

/** More than one source, or the publisher, for something on the page. Legends are none. */
const CLAIM =
  /(?<!are )printed by the publisher|"families":\s*\[\s*"publisher|,publisher|[2-9] independent sources|(?<!the )official notes(?! or)|read whole/i;

const files = new Map<string, string>();

/** The files of a site that claim more than one source; what explains the words is left out. */
function claimsOf(url: string): string[] {
  const options = { patch: "2099-02-01", version: "test", baseUrl: BASE_URL, assetsUrl: BASE_URL };
  const { manifest, textOf } = siteInMemory(dataFrom(url), options);
  for (const { file } of [...manifest.documents, ...manifest.pages]) files.set(file, textOf(file));
  const named = [...files].filter(([file]) => !/^(docs|guides|explorer)\/|openapi/.test(file));
  return named.flatMap(([file, text]) => (CLAIM.test(text) ? [file] : []));
}

it("claims of the publisher are found on each surface where they are true", () => {
  const surfaces = ["heroes/ana.html", "details/heroes/ana.json", "details/figures.csv"];
  expect(claimsOf(NOTES)).toEqual(
    expect.arrayContaining([...surfaces, "feeds/patches.atom", "patches/2099-02-01.html"]),
  );
});

it("no surface claims more where a blog alone has a hotfix and a hero", async () => {
  expect(claimsOf(BLOG)).toEqual([]);
  const one = [...files].filter(([, text]) => text.includes("one source: blog.example.org"));
  expect(one.map(([file]) => file)).toEqual(
    expect.arrayContaining(["heroes/ana.html", "heroes/ana.md"]),
  );
  expect(files.get("heroes/invented.html")).toContain("<b>0 of ");
  const [mine, other] = InMemoryTransport.createLinkedPair();
  await createMcpServer(dataFrom(BLOG)).connect(other);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(mine);
  for (const args of [
    { name: "ana", ability: "sleep-dart" },
    { name: "invented", full: true },
  ]) {
    const answer = await client.callTool({ name: "get_hero", arguments: args });
    expect(JSON.stringify(answer)).not.toMatch(CLAIM);
  }
  await client.close();
});
