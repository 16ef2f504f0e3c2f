import { describe, expect, it } from "vitest";
import { HeroFileSchema } from "../../../../../build/core/schema/hero.ts";
import {
  checkMarkup,
  checkMonograms,
  monogramOf,
} from "../../../../../build/generator/data/checks/texts.ts";

const { description } = HeroFileSchema.shape.abilities.element.shape;

it.each([
  [null, true],
  ["Heals nearby allies.", true],
  ["Dashes ahead, and heals 40% more. Twice at most.", true],
  ["Dart that heals allies.", false],
  ["Heals nearby allies", false],
  ["heals allies.", false],
  ["Glass that heals.", false],
])("a description begins with a verb and ends with a full stop: %s", (text, isOne) => {
  expect(description.safeParse(text).success).toBe(isOne);
});

describe("a name", () => {
  const tire = (name: string) => ({ id: "rip-tire", name: "RIP-Tire", names: { "es-MX": name } });
  const problemsOf = (name: string) =>
    checkMarkup({
      heroes: [{ file: "heroes/junkrat.json", value: { abilities: [tire(name)] } }],
      maps: [{ file: "maps/busan.json", value: { name: "Busan", stages: [{ aliases: [name] }] } }],
    });

  it("has no markup", () => {
    const message =
      '"Neumático <br>desgarrador" has markup; expected the name as players read it, without "<"';
    expect(problemsOf("Neumático <br>desgarrador")).toEqual([
      {
        code: "markup",
        file: "heroes/junkrat.json",
        path: ["abilities", 0, "names", "es-MX"],
        message,
      },
      { code: "markup", file: "maps/busan.json", path: ["stages", 0, "aliases", 0], message },
    ]);
  });

  it("may have any other sign", () => {
    expect(problemsOf("D.Va & Co. > 'Ñ'")).toEqual([]);
  });
});

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

it.each([
  ["Ana", "An"],
  ["Junker Queen", "Jq"],
  ["Soldier: 76", "76"],
  ["Lúcio", "Lú"],
])("a hero without a sign in the data gets one from the name: %s is %s", (name, sign) => {
  expect(monogramOf(hero("any", name).value)).toBe(sign);
});
