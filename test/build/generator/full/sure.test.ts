import { expect, it } from "vitest";
import { byId } from "../../../../build/core/by-id.ts";
import { describeSure } from "../../../../build/core/game/words.ts";
import type { RecordedChange } from "../../../../build/core/schema/patch.ts";
import type { WitnessFile } from "../../../../build/core/schema/witness.ts";
import { createSureness } from "../../../../build/generator/full/sure.ts";
import { REAL_DATA } from "../../../helpers/real-data.ts";
import { patchOf } from "../../data-copies.ts";

const ANA = byId(REAL_DATA.heroes, "ana");
const TARGET = "heroes/ana/abilities/sleep-dart/cooldown";
const TODAY = ANA.abilities.find(({ id }) => id === "sleep-dart")?.cooldown ?? 0;
const NOTES = "https://overwatch.blizzard.com/en-us/news/patch-notes/live/2099/02/";
const BLOG = "https://blog.example.org/hotfix";

it.each([
  ["no source of its time", undefined],
  ["one source: wiki", ["wiki"]],
  ["2 independent sources", ["a/b", "wiki"]],
  ["printed by the publisher", ["publisher"]],
  ["printed by the publisher and 1 other", ["publisher", "wiki"]],
  ["printed by the publisher and 2 others", ["publisher", "a/b", "wiki"]],
])("the words are: %s", (words, families) => {
  expect(describeSure(families && { families, tables: [] })).toBe(words);
});

type Case = {
  change?: Partial<RecordedChange>;
  sourceUrl?: string | null;
  tables?: [family: string, day: string, value?: number][];
  asOf?: string;
};

/** What the cooldown rests on that a patch of 2099-02-01 set, and one of 2099-03-01 kept. */
function sureOf({ change = {}, sourceUrl = NOTES, tables = [], asOf = "2099-03-01" }: Case) {
  const step = { target: TARGET, from: TODAY + 2, to: TODAY, ...change };
  const witnesses = tables.map(([family, day, value = TODAY], at): WitnessFile => {
    const days = [{ day, values: { [TARGET]: value } }];
    return { id: `table-${at}`, family, url: BLOG, licence: null, note: "A table.", days };
  });
  const data = {
    ...REAL_DATA,
    game: { ...REAL_DATA.game, historyFrom: "2099-01-01" },
    heroes: [ANA],
    patches: [
      patchOf("2099-01-01", []),
      { ...patchOf("2099-02-01", [step]), sourceUrl },
      patchOf("2099-03-01", []),
    ],
    witnesses,
  };
  return createSureness(data).sureOf(TARGET, asOf);
}

it.each<[title: string, given: Case, families: string[], tables: string[]]>([
  ["the address of the official notes says nothing of a number", {}, [], []],
  ["a source of the change", { change: { source: BLOG } }, ["blog.example.org"], []],
  ["the publisher as the source of the change", { change: { source: NOTES } }, ["publisher"], []],
  ["a patch without an address", { sourceUrl: null }, [], []],
  [
    "a change of the whole kit lends its source to nothing in it",
    { change: { target: "heroes/ana/abilities", from: [], to: ANA.abilities, source: BLOG } },
    [],
    [],
  ],
  [
    "a table of a day of the value",
    { tables: [["a", "2099-02-01"]] },
    ["a"],
    ["table-0/2099-02-01"],
  ],
  ["a table of a day before it", { tables: [["a", "2099-01-31"]] }, [], []],
  ["a table with another value", { tables: [["a", "2099-02-01", TODAY + 1]] }, [], []],
  [
    "the nearest table of each family, the publisher first",
    {
      change: { source: BLOG },
      tables: [
        ["a", "2099-03-02"],
        ["publisher", "2099-02-02"],
        ["a", "2099-03-01"],
      ],
    },
    ["publisher", "a", "blog.example.org"],
    ["table-1/2099-02-02", "table-2/2099-03-01"],
  ],
  [
    "a table that is newer than the state, as the value is the same",
    { tables: [["a", "2099-03-05"]], asOf: "2099-02-01" },
    ["a"],
    ["table-0/2099-03-05"],
  ],
])("a value rests on: %s", (_, given, families, tables) => {
  expect(sureOf(given)).toEqual(families.length === 0 ? undefined : { families, tables });
});
