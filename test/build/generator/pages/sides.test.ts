import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { describe, expect, inject, it } from "vitest";
import { createMcpServer } from "../../../../build/cli/mcp.ts";
import type { HeroEffect, PatchDetails } from "../../../../build/core/schema/details.ts";
import { REAL_DATA as DATA } from "../../../helpers/real-data.ts";
import { wordsOf } from "../../../helpers/words-of.ts";

const SITE = inject("realSite");
const read = (file: string) => readFileSync(join(SITE, file), "utf8");
const readJson = (file: string) => JSON.parse(read(file));

/** What the documents say, newest first. */
const PATCHES: PatchDetails[] = DATA.patches
  .map(({ id }) => readJson(`details/patches/${id}.json`))
  .sort((a, b) => (a.id < b.id ? 1 : -1));

const trimmed = (html = "") => wordsOf(html).trim();

const totalOf = (counts: object) =>
  Object.values(counts).reduce((sum: number, amount) => sum + Number(amount), 0);
const amountOf = (amount: number | undefined, one: string) =>
  amount ? `${amount} ${one}${amount === 1 ? "" : "s"}` : "";
const joined = (words: readonly string[], separator = " ") => words.filter(Boolean).join(separator);

/** The counts of a hero as tags of a page. */
function tagsOf({ own, shared, in6v6 }: Pick<HeroEffect, "own" | "shared" | "in6v6">): string {
  const { buff, nerf, ...others } = own;
  return joined([
    amountOf(buff, "buff"),
    amountOf(nerf, "nerf"),
    ...Object.entries({ other: others, shared, "in 6v6": in6v6 }).map(([kind, counts]) =>
      totalOf(counts) === 0 ? "" : `${totalOf(counts)} ${kind}`,
    ),
  ]);
}

const sumOf = (heroes: readonly HeroEffect[], kind: "own" | "shared" | "in6v6") => {
  const sum: Record<string, number> = {};
  for (const hero of heroes.filter(({ side }) => side !== "new"))
    for (const [effect, amount] of Object.entries(hero[kind]))
      sum[effect] = (sum[effect] ?? 0) + Number(amount);
  return sum;
};
const allOf = (heroes: readonly HeroEffect[]) => ({
  own: sumOf(heroes, "own"),
  shared: sumOf(heroes, "shared"),
  in6v6: sumOf(heroes, "in6v6"),
});

/** The heroes of a patch by side, as `buffed: ana, lucio`. */
const sidesOf = (heroes: readonly HeroEffect[], nameOf = ({ id }: HeroEffect) => id) =>
  ["new", "reworked", "buffed", "nerfed", "mixed", "other", "removed", "shared"].flatMap((side) => {
    const own = heroes.filter((hero) => hero.side === side).map(nameOf);
    return own.length === 0 ? [] : [[side, own] as const];
  });

/** The patches for which a surface says something else than the document. */
const differing = (said: (patch: PatchDetails) => [surface: unknown, document: unknown]) =>
  PATCHES.flatMap((patch) => {
    const [surface, document] = said(patch);
    const texts = [JSON.stringify(surface), JSON.stringify(document)];
    return texts[0] === texts[1] ? [] : [{ patch: patch.id, surface, document }];
  });

describe("what a patch means for heroes is the same in its document and", () => {
  it("in the numbers of its page", () => {
    const number = /<b>([\d,]+)<.b><span class="label">((?!heroe?s?<|new map)[^<]+)/g;
    expect(
      differing(({ id, heroes }) => [
        [...read(`patches/${id}.html`).matchAll(number)].map(([, n, side]) => `${n} ${side}`),
        sidesOf(heroes).map(
          ([side, own]) => `${own.length} ${side === "shared" ? "shared only" : side}`,
        ),
      ]),
    ).toEqual([]);
  });

  it("on the cards of its page, and in its filters", () => {
    const card = /id="heroes-([^"]+)"[^>]*data-side="([^"]*)".*?<header>(.*?)<.header>/gs;
    expect(
      differing(({ id, heroes }) => {
        const cards = [...read(`patches/${id}.html`).matchAll(card)].map(
          ([, hero, sides, header = ""]) => {
            const tags = /<span class="tags">(.*?)<.span><.header>/s.exec(`${header}</header>`);
            return [hero, sides, trimmed(tags?.[1] ?? "")];
          },
        );
        const expected = heroes.map((hero) => {
          const { side, own } = hero;
          const also = side === "new" ? [] : [own.buff && "buffed", own.nerf && "nerfed"];
          const filters = new Set([side, ...also].filter(Boolean));
          return [hero.id, [...filters].join(" "), side === "new" ? "" : tagsOf(hero)];
        });
        return [cards.sort(), expected.sort()];
      }),
    ).toEqual([]);
  });

  it("in the list of patches", () => {
    const lines = new Map(
      read("patches.html")
        .split("<li ")
        .map((line) => [/href="patches\/([\d-]+\w?)"/.exec(line)?.[1], line]),
    );
    expect(
      differing(({ id, heroes }) => [
        trimmed(/<span class="tags">(.*?)<.span><.li>/s.exec(lines.get(id) ?? "")?.[1] ?? ""),
        tagsOf(allOf(heroes)),
      ]),
    ).toEqual([]);
  });

  it("in the chart of the start page", () => {
    const bars = new Map(
      [
        ...read("index.html").matchAll(/<a href="patches\/([^"]+)" aria-label="[^"]*: ([^:"]*)"/g),
      ].map(([, id, words]) => [id, words]),
    );
    expect(bars.size).toBeGreaterThan(20);
    expect(
      differing(({ id, heroes }) => {
        const { buff = 0, nerf = 0 } = sumOf(heroes, "own");
        const words = [amountOf(buff, "buff") || "0 buffs", amountOf(nerf, "nerf") || "0 nerfs"];
        const expected = buff + nerf === 0 ? "no balance change" : words.join(", ");
        return bars.has(id) ? [bars.get(id), expected] : [0, 0];
      }),
    ).toEqual([]);
  });

  it("in the columns of the start page", () => {
    const [newest] = PATCHES.filter(({ heroes }) => heroes.length > 0);
    const [, columns = ""] =
      /<div class="what-changed">(.*?)<section/s.exec(read("index.html")) ?? [];
    const counted = [...columns.matchAll(/<div class="(\w+)">.*?<b>(\d+)<.b>/gs)];
    expect(counted.map(([, side, amount]) => [side, Number(amount)])).toEqual(
      sidesOf(newest?.heroes ?? []).flatMap(([side, own]) =>
        side === "shared" ? [] : [[side, own.length]],
      ),
    );
  });

  it("in the cells of the matrix", () => {
    const cells = new Map(
      ["matrix", "matrix/earlier", "matrix/overwatch-1"].flatMap((page) =>
        [
          ...read(`${page}.html`).matchAll(
            /patches\/([^"#]+)#heroes-([^"]+)" aria-label="[^"]*: ([^"]*)"/g,
          ),
        ].map(([, patch, hero, words]) => [`${patch} ${hero}`, words] as const),
      ),
    );
    const said = differing(({ id, heroes }) => [
      heroes.map((hero) => cells.get(`${id} ${hero.id}`)),
      heroes.map(({ side, own, shared, in6v6 }) => {
        if (side === "new") return "arrives";
        const sides = joined([amountOf(own.buff, "buff"), amountOf(own.nerf, "nerf")], ", ");
        return sides || `${totalOf(own) + totalOf(shared) + totalOf(in6v6)} changed`;
      }),
    ]);
    expect(said).toEqual([]);
    expect(cells.size).toBe(PATCHES.flatMap(({ heroes }) => heroes).length);
  });

  it("in the Markdown of heroes", () => {
    const sections = new Map(
      DATA.heroes.flatMap(({ id }) =>
        [
          ...read(`heroes/${id}.md`).matchAll(/^### ([\d-]+\w?): .*\n\n- In this patch: (.*)$/gm),
        ].map(([, patch, side]) => [`${patch} ${id}`, side] as const),
      ),
    );
    expect(
      differing(({ id, heroes }) => [
        heroes.map((hero) => sections.get(`${id} ${hero.id}`)),
        heroes.map(({ side }) => side),
      ]),
    ).toEqual([]);
  });

  it("in the feed of patches, whose newest entries it has", () => {
    const entries = new Map(
      read("feeds/patches.atom")
        .split("<entry>")
        .slice(1)
        .map((entry) => {
          const [, id, words] =
            /<title>([^:]+): .*<div [^>]*>(?:<p>(.*?)<.p>)?<ul>/s.exec(entry) ?? [];
          return [id, trimmed(words)];
        }),
    );
    expect(entries.size).toBeGreaterThan(20);
    expect(
      differing(({ id, heroes }) => {
        const sentences = sidesOf(heroes, ({ name }) => name).map(([side, names]) => {
          const label = side === "shared" ? "shared only" : side;
          return `${label[0]?.toUpperCase()}${label.slice(1)}: ${names.join(", ")}.`;
        });
        return entries.has(id) ? [entries.get(id), trimmed(sentences.join(" "))] : [0, 0];
      }),
    ).toEqual([]);
  });

  it("in the answers for assistants", async () => {
    const [mine, other] = InMemoryTransport.createLinkedPair();
    await createMcpServer(DATA).connect(other);
    const client = new Client({ name: "test", version: "1" });
    await client.connect(mine);
    const said = new Map<string, unknown>();
    for (const { id } of PATCHES) {
      const { structuredContent } = await client.callTool({
        name: "get_patch",
        arguments: { patch: id },
      });
      said.set(id, Object(structuredContent).heroes);
    }
    await client.close();
    expect(differing(({ id, heroes }) => [said.get(id), heroes])).toEqual([]);
  });

  it("on the pages of heroes and of the season, for all patches of this season", () => {
    const [season] = readJson("seasons.json").seasons.slice(-1);
    const patches = PATCHES.filter(({ date }) => date >= season.from);
    const [, path] =
      /This season.*?href="..\/(seasons\/[^?"]+)/s.exec(read("heroes/ana.html")) ?? [];
    const page = read(`${path}.html`);
    const wrong = DATA.heroes.flatMap(({ id }) => {
      const own = patches.flatMap(({ heroes }) => heroes.filter((hero) => hero.id === id));
      const isNew = own.some(({ side }) => side === "new");
      const expected = own.length === 0 ? "Unchanged" : isNew ? "new hero" : tagsOf(allOf(own));
      const [, said = ""] =
        /<dt>This season<.dt><dd>(.*?)<a /s.exec(read(`heroes/${id}.html`)) ?? [];
      const card =
        new RegExp(`id="heroes-${id}".*?<header>(.*?)</header>`, "s").exec(page)?.[1] ?? "";
      const isOnCard = own.length === 0 ? card === "" : trimmed(card).includes(expected);
      return trimmed(said) === expected && isOnCard ? [] : [{ id, said, expected, card }];
    });
    expect(wrong).toEqual([]);
  });
});
