import { expect, it } from "vitest";
import { checkMonograms, monogramOf } from "../../../../../build/generator/data/checks/texts.ts";

const hero = (id: string, en: string, monogram?: string) => ({
  file: `heroes/${id}.json`,
  value: {
    id,
    names: { en, ko: en, zh: en },
    ...(monogram === undefined ? {} : { monogram }),
  },
});

it("two heroes with one sign are an issue that names the other", () => {
  const heroes = [hero("mei", "Mei", "Me"), hero("mercy", "Mercy")];
  expect(checkMonograms({ heroes })).toEqual([
    {
      code: "monogram",
      file: "heroes/mercy.json",
      path: ["monogram"],
      message: '"Me" is already the monogram of mei; expected a unique one',
    },
  ]);
});

it("heroes with signs of their own are fine", () => {
  const heroes = [hero("mei", "Mei", "Mi"), hero("mercy", "Mercy")];
  expect(checkMonograms({ heroes })).toEqual([]);
});

it.each([
  ["Ana", "An"],
  ["Junker Queen", "Jq"],
  ["Soldier: 76", "76"],
  ["Lúcio", "Lú"],
])("a hero without a sign in the data gets one from the name: %s is %s", (name, sign) => {
  expect(monogramOf(hero("any", name).value)).toBe(sign);
});
