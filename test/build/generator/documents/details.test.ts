import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { byId } from "../../../../build/core/by-id.ts";
import { PACKAGE_DATA } from "../../../../build/core/package.ts";
import { HeroFileSchema, PERK_TIERS } from "../../../../build/core/schema/hero.ts";
import { PatchFileSchema } from "../../../../build/core/schema/patch.ts";
import { newestPatch } from "../../../../build/generator/data/game-data.ts";
import { referenceAsOf } from "../../../../build/generator/documents/contract.ts";
import { figuresTable, perksTable } from "../../../../build/generator/documents/details-tables.ts";
import { REAL_DATA as DATA } from "../../../helpers/real-data.ts";
import { ADDRESSES } from "../../../helpers/real-game.ts";
import { rowsOfCsv } from "../../../helpers/words-of.ts";

function referenceOf(patch = newestPatch(DATA)) {
  return referenceAsOf(DATA, patch, ADDRESSES);
}

const { full: FULL } = referenceOf();
const ALL = { data: FULL.heroes, fields: FULL.fields };

/** A file of the data, as an editor sees it. */
const fileOf = (name: string) =>
  JSON.parse(readFileSync(join(PACKAGE_DATA, `${name}.json`), "utf8"));

const changesOf = (id: string) => byId(FULL.patches, id);

/** A figure of Ana as of a patch that later ones do not change. */
function figureOfAna(ability: string, field: string) {
  const { abilities } = byId(referenceOf("2026-10-06").full.heroes, "ana");
  return abilities.find(({ id }) => id === ability)?.figures.find((one) => one.field === field);
}

describe("the details of a hero", () => {
  it.each(ALL.data)("are every figure and perk of its file, no more and no less: $id", (hero) => {
    const { abilities, perks = [] } = HeroFileSchema.parse(fileOf(`heroes/${hero.id}`));
    const valuesOf = ({ figures }: (typeof hero.abilities)[number] | (typeof hero.perks)[number]) =>
      Object.fromEntries(figures.map(({ field, value }) => [field, value]));
    expect(hero.abilities.map((one) => [one.id, valuesOf(one)])).toEqual(
      abilities.map(({ id, cooldown, figures }) => [
        id,
        { ...(cooldown === null ? {} : { cooldown }), ...figures },
      ]),
    );
    expect(hero.perks.map((one) => [one.id, one.tier, one.effect, valuesOf(one)])).toEqual(
      perks
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .toSorted((a, b) => PERK_TIERS.indexOf(a.tier) - PERK_TIERS.indexOf(b.tier))
        .map(({ id, tier, effect, figures }) => [id, tier, effect, figures ?? {}]),
    );
  });

  it("name the last patch that changed the hero, not one with an unexplained value", () => {
    const then = referenceOf("2026-01-08");
    const unexplained = DATA.patches.find(({ id }) => id === "2026-01-08")?.unexplained ?? [];
    const targets = unexplained.flatMap(({ changes }) => changes.map(({ target }) => target));
    expect(targets.some((target) => target.startsWith("heroes/pharah/"))).toBe(true);
    expect(byId(then.full.heroes, "pharah").patch).toBe("2025-08-26");
  });

  it("say since which patch a figure is so, why it is not sure, and what it is about", () => {
    expect(figureOfAna("biotic-grenade", "damage")).toMatchObject({
      value: 90,
      since: "2026-07-14",
    });
    expect(figureOfAna("sleep-dart", "damage")).not.toHaveProperty("since");
    const reasons = DATA.gaps.map(({ reason }) => reason);
    const figures = FULL.heroes.flatMap(({ abilities }) => abilities.flatMap((one) => one.figures));
    const unsure = figures.flatMap(({ gap }) => gap ?? []);
    expect(unsure.length).toBeGreaterThan(20);
    const isOnList = (gap: string) => reasons.some((reason) => gap.startsWith(reason));
    expect(unsure.filter((gap) => !isOnList(gap))).toEqual([]);
    expect(figureOfAna("sleep-dart", "tankDuration")).toMatchObject({
      note: "longest sleep of a tank",
    });
  });
});

it.each(DATA.patches)(
  "the details of a patch are every change on record, in its order: $id",
  ({ id }) => {
    const { changes, completeness } = PatchFileSchema.parse(fileOf(`patches/${id}`));
    const details = changesOf(id);
    expect(details.completeness).toEqual(completeness);
    expect(
      details.changes
        .filter(({ inside }) => inside === undefined)
        .map(({ target, from, to, scope, note }) => [target, from, to, scope, note]),
    ).toEqual(
      changes.map(({ target, from, to, scope = null, note = null }) => [
        target,
        from,
        to,
        scope,
        note,
      ]),
    );
  },
);

/** The rows of a table, by column. */
function rowsOf(text: string) {
  const [columns = [], ...rows] = rowsOfCsv(text).slice(0, -1);
  expect(rows.filter(({ length }) => length !== columns.length)).toEqual([]);
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [columns[at] ?? "", cell])));
}

it("figures.csv has a row for each figure, and one with the reason for each that is not known", () => {
  const expected = ALL.data.flatMap((hero) =>
    Object.entries({
      health: [{ id: "", figures: hero.health, unknown: {} }],
      abilities: hero.abilities,
      perks: hero.perks,
    }).flatMap(([list, parts]) =>
      parts.flatMap(({ id, figures, unknown = {} }) => {
        const owner = `heroes/${hero.id}/${list}${id && `/${id}`}`;
        return [
          ...figures.map((one) => [`${owner}/${one.field}`, `${one.value}`, one.gap ?? ""]),
          ...Object.entries(unknown).map(([field, reason]) => [`${owner}/${field}`, "", reason]),
        ];
      }),
    ),
  );
  const rows = rowsOf(figuresTable(FULL));
  expect(rows.map(({ target, value, gap }) => [target, value, gap])).toEqual(expected);
  const target = "heroes/ana/abilities/biotic-grenade/damage";
  expect(rows.find((row) => row["target"] === target)).toMatchObject({
    role: "support",
    key: "ability2",
    unit: "hp",
    since: "2026-07-14",
    since_is: "changed",
    since_name: changesOf("2026-07-14").name,
    source: changesOf("2026-07-14").sourceUrl,
  });
});

it("perks.csv has a row for each perk, in the order of the details", () => {
  const rows = rowsOf(perksTable(FULL));
  expect(rows.map(({ target, tier, name }) => [target, tier, name])).toEqual(
    ALL.data.flatMap((hero) =>
      hero.perks.map(({ id, tier, name }) => [`heroes/${hero.id}/perks/${id}`, tier, name]),
    ),
  );
});
