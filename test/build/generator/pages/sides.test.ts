import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { totalOf } from "../../../../build/core/game/effects.ts";
import type { HeroEffect, PatchDetails } from "../../../../build/core/schema/details.ts";
import { SIDES } from "../../../../build/generator/pages/explorer/tally.ts";
import { markdownText } from "../../../../build/generator/pages/markdown.ts";
import { REAL_DATA as DATA } from "../../../helpers/real-data.ts";
import { assistantOf } from "../../../helpers/site.ts";
import { wordsOf } from "../../../helpers/words-of.ts";

const read = (file: string) => readFileSync(join(inject("realSite"), file), "utf8");
const PATCHES: PatchDetails[] = DATA.patches.map(({ id }) =>
  JSON.parse(read(`details/patches/${id}.json`)),
);

/** What the groups of a pattern match in a file, as a reader sees it. */
const found = (file: string, pattern: RegExp) =>
  [...read(file).matchAll(pattern)].map(([, ...groups]) =>
    groups.map((html = "") => wordsOf(html).trim()),
  );

type Counted = Pick<HeroEffect, "own" | "shared" | "in6v6">;

/** Counts as the tags of pages, added up for several heroes. */
function tagsOf(heroes: readonly Counted[]) {
  const sumOf = (kind: keyof Counted, wanted: RegExp) =>
    heroes
      .flatMap((hero) => Object.entries(hero[kind]))
      .reduce((sum, [effect, amount = 0]) => sum + (wanted.test(effect) ? amount : 0), 0);
  const tag = (amount: number, one: string, many: string) =>
    amount === 0 ? [] : [`${amount} ${amount === 1 ? one : many}`];
  return [
    ...tag(sumOf("own", /buff/), "buff", "buffs"),
    ...tag(sumOf("own", /nerf/), "nerf", "nerfs"),
    ...tag(sumOf("own", /^(?!buff|nerf)/), "other", "other"),
    ...tag(sumOf("shared", /buff/), "shared buff", "shared buffs"),
    ...tag(sumOf("shared", /nerf/), "shared nerf", "shared nerfs"),
    ...tag(sumOf("shared", /^(?!buff|nerf)/), "shared other", "shared other"),
    ...tag(sumOf("in6v6", /./), "in 6v6", "in 6v6"),
  ].join(" ");
}

/** The tags of a patch, with what is of no hero. */
function tagsOfPatch({ heroes, changes }: PatchDetails) {
  const elsewhere = changes.filter(({ target }) => !target.startsWith("heroes/")).length;
  return `${tagsOf(heroes)} ${elsewhere > 0 ? `${elsewhere} in maps and rules` : ""}`.trim();
}

/** The heroes of a patch by side. */
const sidesOf = ({ heroes }: PatchDetails) =>
  SIDES.map((one) => ({
    ...one,
    own: heroes.filter((hero) => hero.side === one.side),
  })).filter(({ own }) => own.length > 0);

it.each<
  [
    surface: string,
    said: () => string[][] | Promise<string[][]>,
    document: (hero: HeroEffect) => string,
  ]
>([
  [
    "the cards of patches",
    () =>
      PATCHES.flatMap(({ id }) =>
        found(
          `patches/${id}.html`,
          /id="heroes-([^"]+)".*?<a href="..\/heroes[^<]*<.a>(.*?)<.(?:header|li)>/gs,
        ).map(([hero, tags = ""]) => [
          `${id} ${hero}`,
          tags.replace(/^(new hero|reworked).*?(?=\d|$)/, ""),
        ]),
      ),
    (hero) => tagsOf([hero]),
  ],
  [
    "the matrix",
    () =>
      ["matrix.html", "matrix/earlier.html", "matrix/overwatch-1.html"].flatMap((page) =>
        found(page, /([^"/]+#heroes-[^"]+)" aria-label="[^"]*: (.*?)"/g).map(
          ([cell = "", words = ""]) => [cell.replace("#heroes-", " "), words.replaceAll(",", "")],
        ),
      ),
    (hero) => `${hero.side === "new" ? "arrives " : ""}${tagsOf([hero])}`,
  ],
  [
    "the Markdown of heroes",
    () =>
      DATA.heroes.flatMap(({ id }) =>
        found(`heroes/${id}.md`, /^### (\S+): .*\n\n- In short, (.*)$/gm).map(
          ([patch, words = ""]) => [`${patch} ${id}`, words],
        ),
      ),
    ({ side, summary }) => `${side}: ${markdownText(summary)}`,
  ],
  [
    "the answers for assistants",
    async () => {
      const client = await assistantOf(DATA);
      type Rows = { rows: Record<string, string>[]; nextOffset: number | null };
      const rowsOf = async (patch: string, offset: number): Promise<Rows["rows"]> => {
        const answer = await client.callTool({ name: "get_patch", arguments: { patch, offset } });
        const { rows, nextOffset } = answer.structuredContent as Rows;
        return nextOffset === null ? rows : [...rows, ...(await rowsOf(patch, nextOffset))];
      };
      const answers = PATCHES.map(async ({ id }) =>
        (await rowsOf(id, 0))
          .filter(({ side }) => side)
          .map(({ side, changes, target = "" }) => [
            target.replace("heroes/", `${id} `),
            `${side} ${changes}`,
          ]),
      );
      return (await Promise.all(answers)).flat();
    },
    ({ side, own, shared, in6v6 }) => {
      const wordsOf = (counts: object, end = "") =>
        Object.entries(counts).map(([effect, amount]) => `${amount} ${effect}${end}`);
      const changes = [wordsOf(own), wordsOf(shared, " shared"), wordsOf(in6v6, " in 6v6")];
      return `${side} ${changes.flat().join(", ")}`;
    },
  ],
])("a document says of each hero in each patch the same as %s", async (_, said, document) => {
  const expected = PATCHES.flatMap(({ id, heroes }) =>
    heroes.map((hero) => [`${id} ${hero.id}`, document(hero)]),
  );
  expect(Object.fromEntries(await said())).toEqual(Object.fromEntries(expected));
});

describe("a document says of all heroes of a patch the same as", () => {
  it.each<[surface: string, said: () => string[][], document: (patch: PatchDetails) => string]>([
    [
      "the numbers of its page",
      () =>
        PATCHES.map(({ id }) => [
          id,
          `${found(`patches/${id}.html`, /changes?<.b> ?<span class="tags">(.*?)<.p>/gs)}`,
        ]),
      tagsOfPatch,
    ],
    [
      "the list of patches",
      () =>
        found(
          "patches.html",
          /href="patches\/(\d[^"]+)"(?:(?!href|<details).)*?(<span class="count">.*?)<.li>/gs,
        ),
      tagsOfPatch,
    ],
    [
      "the chart",
      () =>
        found("index.html", /href="patches\/([^"]+)" aria-label="[^"]*: ([^:"]*)"/g).map(
          ([id = "", words = ""]) => [id, words.replaceAll(",", "")],
        ),
      ({ heroes }) => tagsOf(heroes) || "no balance change",
    ],
    [
      "the feed",
      () =>
        read("feeds/patches.atom")
          .split("<entry>")
          .flatMap((entry) => {
            const [, id = "", words] =
              /<title>([^:]+): .*?<ul>(<li>(?:New|Re\w+|Buffed|Nerfed|Mixed|Other|Shared only): .*?)<.ul>/s.exec(
                entry,
              ) ?? [];
            return words === undefined ? [] : [[id, wordsOf(words).trim()]];
          }),
      (patch) =>
        sidesOf(patch)
          .flatMap(({ label, own }) => own.map((one) => `${label}: ${one.name}. ${one.summary}`))
          .join(" "),
    ],
  ])("%s", (_, said, document) => {
    const surface = new Map(said().map(([id = "", words]) => [id, words]));
    const expected = PATCHES.filter(({ id }) => surface.has(id)).map(
      (patch) => [patch.id, document(patch)] as const,
    );
    expect(Object.fromEntries(surface)).toEqual(Object.fromEntries(expected));
    expect(surface.size).toBeGreaterThan(20);
  });

  it("the start page, of the newest patch", () => {
    const [newest] = PATCHES.filter(({ heroes }) => heroes.length > 0).sort((a, b) =>
      a.id < b.id ? 1 : -1,
    );
    const rows = found("index.html", /<th scope="row"><a class="with-emblem".*?<.svg>(.*?)<.tr>/g);
    expect(rows.flat().toSorted()).toEqual(
      (newest?.heroes ?? [])
        .filter(({ side }) => side !== "shared")
        .map((hero) => {
          const { own, shared } = hero;
          const all = `… all ${totalOf(own) + totalOf(shared)} changes`;
          return `${hero.name} ${tagsOf([hero])} ${hero.summary.replace("…", all)}`;
        })
        .toSorted(),
    );
  });
});
