import { expect, it } from "vitest";
import { heroSpellings, mapSpellings } from "../../../../build/core/spelling/spellings.ts";

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
