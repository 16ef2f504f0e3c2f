import { describe, expect, it } from "vitest";
import { PACKAGE_DATA } from "../../../../build/core/package.ts";
import { loadData } from "../../../../build/generator/data/load-data.ts";

const { data: DATA } = loadData(PACKAGE_DATA);

describe("the figures", () => {
  it("are of fields that something uses, all of them", () => {
    const text = JSON.stringify([DATA.heroes, DATA.patches]);
    const unused = (DATA.figures?.value.figures ?? []).filter(({ name }) => !text.includes(name));
    expect(unused).toEqual([]);
  });

  it("belong to the weapon of every hero", () => {
    for (const { value: hero } of DATA.heroes) {
      const weapons = hero.abilities.filter(({ kind }) => kind === "primary");
      expect(weapons.filter(({ figures }) => figures === undefined)).toEqual([]);
    }
  });
});
