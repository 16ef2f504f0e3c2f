import { describe, expect, it } from "vitest";
import { SUBROLES } from "../../../../../build/core/schema/hero.ts";
import { MODES } from "../../../../../build/core/schema/roles-and-modes.ts";
import { Site } from "../../../../../build/core/site/site.ts";
import { addStaticFiles } from "../../../../../build/generator/make-site.ts";
import {
  heroPicture,
  lettersOf,
  mapPicture,
} from "../../../../../build/generator/pages/pictures/pictures.ts";

const ANA = { name: "Ana", role: "support", subrole: "tactician" } as const;

describe("the picture of a hero", () => {
  it("is named for screen readers, and safe whatever the name holds", () => {
    expect(heroPicture({ ...ANA, name: "<A & B>" }, "An")).toContain(
      "<title>&#60;A &#38; B&#62;</title>",
    );
  });

  it.each(SUBROLES)("weighs less than 3 KB as %s", (subrole) => {
    expect(Buffer.byteLength(heroPicture({ ...ANA, subrole }, "Qß"))).toBeLessThan(3_000);
  });
});

it.each(MODES)("the picture of a map of %s weighs less than 4 KB, and stays the same", (mode) => {
  const picture = mapPicture({ id: "gibraltar", name: "Watchpoint: Gibraltar", mode });
  expect(Buffer.byteLength(picture)).toBeLessThan(4_000);
  expect(mapPicture({ id: "gibraltar", name: "Watchpoint: Gibraltar", mode })).toBe(picture);
});

describe("the files that are the same for every site", () => {
  const site = new Site();
  addStaticFiles(site);

  /** Width and height, which are behind the signature and the name of a chunk (PNG §11.2.1). */
  const sizeOf = (file: string) => {
    const png = site.read(file)?.body ?? Buffer.alloc(24);
    return [png.readUInt32BE(16), png.readUInt32BE(20)];
  };

  it("have the sizes that messages and phones expect", () => {
    expect(sizeOf("preview.png")).toEqual([1200, 630]);
    expect(sizeOf("apple-touch-icon.png")).toEqual([180, 180]);
  });
});

it("letters are whole: no number of an outline is run together with the next", () => {
  for (const character of "aàáâãäå") {
    const numbers = lettersOf(character).match(/\d+/g) ?? [];
    expect(numbers.filter((number) => Number(number) > 1_000)).toEqual([]);
  }
});
