import { expect, it } from "vitest";
import {
  heroSpellings,
  mapAliases,
  mapSpellings,
  variantSpellings,
  writtenAndFolded,
} from "../../../../build/core/spelling/spellings.ts";

it("resolves a hero by its id, its three names and its aliases, the id first", () => {
  expect(
    heroSpellings({
      id: "lucio",
      names: { en: "Lúcio", ko: "루시우", zh: "卢西奥" },
      aliases: ["Lucio"],
    }),
  ).toEqual(["lucio", "Lúcio", "루시우", "卢西奥", "Lucio"]);
});

it("resolves a map by id, name, aliases, and each variant's address and name, the id first", () => {
  expect(
    mapSpellings({
      id: "kings-row",
      name: "King's Row",
      aliases: ["왕의 길"],
      variants: [
        { id: "winter", name: "King's Row (Winter)" },
        { id: "night", name: "King's Row by Night" },
      ],
    }),
  ).toEqual([
    "kings-row",
    "King's Row",
    "왕의 길",
    "kings-row-winter",
    "King's Row (Winter)",
    "kings-row-night",
    "King's Row by Night",
  ]);
});

it.each([
  ["왕의 길 겨울", ["왕의 길 (겨울)"]],
  ["왕의 길 (겨울)", ["왕의 길 겨울"]],
  ["Kings Row hiver", ["Kings Row (hiver)"]],
  ["国王大道（冬季）", ["国王大道 冬季", "国王大道 (冬季)"]],
  ["国王大道 （冬季）", ["国王大道 冬季", "国王大道 (冬季)", "国王大道（冬季）"]],
  ["圣诞节国王大道", []],
  ["KINGS_ROW_WINTER", []],
  ["왕의 길", []],
  ["KINGS ROW Hiver", ["KINGS ROW (Hiver)"]],
])("derives the other forms of a variant's name: %s", (alias, forms) => {
  const variant = { id: "winter", name: "Winter on the Row", aliases: [alias] };
  const aliases = ["Kings Row", "왕의 길", "国王大道", "KINGS_ROW"];
  const map = { id: "kings-row", name: "King's Row", aliases, variants: [variant] };
  expect(variantSpellings(map, variant)).toEqual([
    "kings-row-winter",
    "Winter on the Row",
    alias,
    ...forms,
  ]);
  expect(mapAliases(map)).toEqual([...aliases, alias, ...forms]);
});

it.each([
  ["Ana", ["Ana", "ana"]],
  ["Soldat : 76", ["Soldat : 76", "Soldat\u00a0: 76", "soldat : 76", "soldat\u00a0: 76"]],
  ["ILIOS （冬）", ["ILIOS （冬）", "ilios （冬）", "ilios (冬)"]],
])(
  "has the files of %s as written, in lower case, folded and as French clients write it",
  (name, all) => {
    expect(writtenAndFolded([name])).toEqual(all);
  },
);
