import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { PACKAGE_DATA } from "../../../../../build/core/package.ts";
import {
  HeroDetailsCollectionSchema,
  HeroDetailsSchema,
  PatchDetailsSchema,
} from "../../../../../build/core/schema/details.ts";
import { HeroFileSchema } from "../../../../../build/core/schema/hero.ts";
import { PatchFileSchema } from "../../../../../build/core/schema/patch.ts";
import { heroDetails, patchDetails } from "../../../../../build/generator/data/details.ts";
import { newestPatch, referenceAsOf } from "../../../../../build/generator/data/reference.ts";
import { REAL_DATA as DATA } from "../../../../helpers/real-data.ts";
import { BASE_URL } from "../../../../helpers/real-site.ts";

const SITE = inject("realSite");
const ALL = HeroDetailsCollectionSchema.parse(served("details/heroes.json"));

function served(file: string): unknown {
  return JSON.parse(readFileSync(join(SITE, file), "utf8"));
}

function referenceOf(patch = newestPatch(DATA)) {
  return referenceAsOf(DATA, patch, { baseUrl: BASE_URL, assetsUrl: `${BASE_URL}/assets` });
}

/** The file of the data, as an editor sees it. */
function heroFile(id: string) {
  return HeroFileSchema.parse(
    JSON.parse(readFileSync(join(PACKAGE_DATA, `heroes/${id}.json`), "utf8")),
  );
}

const detailsOf = (id: string) => HeroDetailsSchema.parse(served(`details/heroes/${id}.json`));
const changesOf = (id: string) => PatchDetailsSchema.parse(served(`details/patches/${id}.json`));

/** A figure of today's Ana. */
function figureOfAna(ability: string, field: string) {
  const { abilities } = detailsOf("ana");
  return abilities.find(({ id }) => id === ability)?.figures.find((one) => one.field === field);
}

describe("the details of a hero", () => {
  it("stand by themselves as they stand among all", () => {
    expect(ALL.meta).toEqual({ patch: newestPatch(DATA), count: 54 });
    for (const one of ALL.data) expect(detailsOf(one.id)).toEqual(one);
  });

  it.each(ALL.data)("are every figure and perk of its file, no more and no less: $id", (hero) => {
    const { abilities, perks } = heroFile(hero.id);
    const valuesOf = ({ figures }: (typeof hero.abilities)[number] | (typeof hero.perks)[number]) =>
      Object.fromEntries(figures.map(({ field, value }) => [field, value]));
    expect(hero.abilities.map((one) => [one.id, valuesOf(one)])).toEqual(
      abilities.map(({ id, cooldown, figures }) => [
        id,
        { ...(cooldown === null ? {} : { cooldown }), ...figures },
      ]),
    );
    expect(hero.perks.map((one) => [one.id, one.tier, one.effect, valuesOf(one)])).toEqual(
      (perks ?? []).map(({ id, tier, effect, figures }) => [id, tier, effect, figures ?? {}]),
    );
  });

  it("have a unit for each figure, which the list of fields explains", () => {
    const units = new Map(ALL.fields.map(({ name, unit }) => [name, unit]));
    for (const { health, abilities, perks } of ALL.data)
      for (const { field, unit } of [
        ...health,
        ...[...abilities, ...perks].flatMap((one) => one.figures),
      ])
        expect([field, unit]).toEqual([field, units.get(field)]);
  });

  it("tell since which patch a figure is so, and nothing where it is as old as the record", () => {
    expect(figureOfAna("biotic-grenade", "damage")).toMatchObject({
      value: 90,
      since: "2026-07-14",
    });
    expect(figureOfAna("biotic-grenade", "cooldown")).toMatchObject({
      value: 12,
      since: "2026-04-14",
    });
    expect(figureOfAna("sleep-dart", "damage")).not.toHaveProperty("since");
    expect(detailsOf("ana")).toMatchObject({
      onRecordSince: "2026-02-10",
      release: { date: "2016-07-19", number: 22 },
    });
    expect(detailsOf("zarya").release).toEqual({ date: "2016-05-24", number: null });
  });

  it("tell why a figure rests on thin evidence, and what it holds for", () => {
    expect(figureOfAna("sleep-dart", "recoveryTime")).toMatchObject({ gap: "one source only" });
    expect(figureOfAna("sleep-dart", "tankDuration")).toMatchObject({
      note: "longest sleep of a tank",
    });
  });

  it("name abilities and perks in Korean and Chinese, where they are known", () => {
    const [barrier] = detailsOf("lucio").abilities.filter(({ id }) => id === "sound-barrier");
    expect(barrier?.names).toMatchObject({ ko: "소리 방벽" });
  });

  it("are those of an earlier patch where that is asked for, and know of no later one", () => {
    const before = heroDetails(referenceOf("2026-06-25"), "ana");
    const [grenade] = before.abilities.filter(({ id }) => id === "biotic-grenade");
    expect(before.patch).toBe("2026-06-25");
    expect(grenade?.figures.find(({ field }) => field === "damage")).toEqual({
      ...{ field: "damage", value: 75, unit: "hp", note: "explosion" },
    });
    expect(before.perks.map(({ id }) => id)).toContain("groggy");
    expect(JSON.stringify(before).match(/"since":"2026-(0[7-9]|1)/)).toBeNull();
  });

  it("are not there for a hero that is not", () => {
    expect(() => heroDetails(referenceOf(), "nobody")).toThrow("there is no hero nobody");
  });
});

describe("the details of a patch", () => {
  it.each(DATA.patches.map(({ id }) => id))(
    "are every change on record, in its order: %s",
    (id) => {
      const text = readFileSync(join(PACKAGE_DATA, `patches/${id}.json`), "utf8");
      const { changes, completeness } = PatchFileSchema.parse(JSON.parse(text));
      const details = changesOf(id);
      expect(details.completeness).toEqual(completeness);
      expect(
        details.changes.map(({ target, from, to, scope, note }) => ({
          target,
          from,
          to,
          scope,
          note,
        })),
      ).toEqual(
        changes.map(({ target, from, to, scope = null, note = null }) => ({
          target,
          from,
          to,
          scope,
          note,
        })),
      );
    },
  );

  it("say a change in a sentence with its unit and what it means", () => {
    const [change] = changesOf("2026-07-14").changes.filter(({ target }) =>
      target.endsWith("biotic-grenade/damage"),
    );
    expect(change).toEqual({
      target: "heroes/ana/abilities/biotic-grenade/damage",
      from: 75,
      to: 90,
      subject: "Biotic Grenade damage",
      unit: "hp",
      effect: "buff",
      scope: null,
      note: "explosion",
      source: "https://overwatch.blizzard.com/en-us/news/patch-notes/live/2026/07/",
      text: "Ana: Biotic Grenade damage 75 → 90 hp (buff)",
    });
  });

  it("sum up for each hero what is no matter of 6v6", () => {
    const { heroes, changes } = changesOf("2026-07-14");
    expect(heroes.find(({ id }) => id === "sierra")).toMatchObject({
      effect: "mixed",
      counts: { buff: 2, nerf: 1, neutral: 0, mixed: 0, new: 0, gone: 0, rule: 0, unknown: 0 },
    });
    expect(heroes.find(({ id }) => id === "junker-queen")).toMatchObject({
      effect: "buff",
      counts: { buff: 1 },
    });
    expect(changes.filter(({ target }) => target.startsWith("heroes/junker-queen/"))).toHaveLength(
      2,
    );
  });

  it("are not there for a patch that is not", () => {
    expect(() => patchDetails(referenceOf(), "2099-01-01")).toThrow("there is no patch 2099-01-01");
  });
});

/** The cells of a table as RFC 4180 has them. */
function rowsOf(file: string): Record<string, string>[] {
  const text = readFileSync(join(SITE, "details", file), "utf8");
  const lines = [
    ...text.matchAll(/((?:"(?:[^"]|"")*"|[^",\r\n]*)(?:,(?:"(?:[^"]|"")*"|[^",\r\n]*))*)\r\n/g),
  ];
  const [columns = [], ...rows] = lines.map(([, line = ""]) =>
    [...`,${line}`.matchAll(/,("(?:[^"]|"")*"|[^",]*)/g)].map(([, cell = ""]) =>
      cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
    ),
  );
  expect(rows.map(({ length }) => length)).toEqual(rows.map(() => columns.length));
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [columns[at], cell])));
}

describe("figures.csv", () => {
  const rows = rowsOf("figures.csv");
  const byTarget = new Map(rows.map((row) => [row["target"], row]));
  const notes = new Map(DATA.patches.map(({ id, sourceUrl }) => [id, sourceUrl ?? ""]));

  it("has a row for each figure, with its value", () => {
    const figures = ALL.data.flatMap((hero) => [
      ...hero.health.map((one) => [`heroes/${hero.id}/health`, one] as const),
      ...hero.abilities.flatMap(({ id, figures: own }) =>
        own.map((one) => [`heroes/${hero.id}/abilities/${id}`, one] as const),
      ),
      ...hero.perks.flatMap(({ id, figures: own }) =>
        own.map((one) => [`heroes/${hero.id}/perks/${id}`, one] as const),
      ),
    ]);
    expect(rows.map(({ target, value, unit }) => [target, value, unit])).toEqual(
      figures.map(([owner, { field, value, unit }]) => [`${owner}/${field}`, `${value}`, unit]),
    );
    expect(byTarget.size).toBe(rows.length);
  });

  it("tells since when, and whether a patch changed it or the record is no older", () => {
    expect(byTarget.get("heroes/ana/abilities/biotic-grenade/damage")).toMatchObject({
      since: "2026-07-14",
      since_is: "changed",
      source: "https://overwatch.blizzard.com/en-us/news/patch-notes/live/2026/07/",
    });
    expect(byTarget.get("heroes/ana/abilities/sleep-dart/damage")).toMatchObject({
      since: "2026-02-10",
      since_is: "on record",
      source: "",
    });
  });

  it("names a source only where the change that made a value states one, or its patch does", () => {
    const named = rows.filter(({ source }) => source !== "");
    expect(named.length).toBeGreaterThan(500);
    expect(named.filter(({ since_is }) => since_is !== "changed")).toEqual([]);
    const stated = new Set(
      DATA.patches.flatMap(({ changes }) => changes.flatMap(({ source }) => source ?? [])),
    );
    const others = named.filter(
      ({ since = "", source = "" }) => notes.get(since) !== source && !stated.has(source),
    );
    expect(others).toEqual([]);
  });
});

describe("perks.csv", () => {
  it("has a row for each of the 216 perks, in the order of the details", () => {
    const rows = rowsOf("perks.csv");
    expect(rows.map(({ target, tier, name }) => [target, tier, name])).toEqual(
      ALL.data.flatMap((hero) =>
        hero.perks.map(({ id, tier, name }) => [`heroes/${hero.id}/perks/${id}`, tier, name]),
      ),
    );
    expect(rows).toHaveLength(216);
    expect(rows.filter(({ source, since_is }) => source !== "" && since_is !== "changed")).toEqual(
      [],
    );
  });
});
