import { describe, expect, it } from "vitest";
import { PACKAGE_DATA } from "../../../../build/core/package.ts";
import { checkHistory } from "../../../../build/generator/data/checks/rebuild-proof.ts";
import { loadData } from "../../../../build/generator/data/load-data.ts";

const { data: DATA } = loadData(PACKAGE_DATA);
const HISTORY_FROM = DATA.game?.value.historyFrom ?? "";

describe("the figures", () => {
  it("stand in the oldest state too, from which the record leads to today's", () => {
    expect(DATA.oldest?.value.patch).toBe(HISTORY_FROM);
    expect(checkHistory(DATA)).toEqual([]);
  });

  it("are of fields that something uses, all of them", () => {
    const text = JSON.stringify([DATA.heroes, DATA.patches]);
    const unused = (DATA.figures?.value.figures ?? []).filter(({ name }) => !text.includes(name));
    expect(unused).toEqual([]);
  });

  it("belong to every hero: two minor and two major perks, and figures of the weapon", () => {
    for (const { value: hero } of DATA.heroes) {
      expect(hero.perks?.map(({ tier }) => tier)).toEqual(["minor", "minor", "major", "major"]);
      const weapons = hero.abilities.filter(({ kind }) => kind === "primary");
      expect(weapons.filter(({ figures }) => figures === undefined)).toEqual([]);
    }
  });
});
