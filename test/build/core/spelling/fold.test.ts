import { describe, expect, it } from "vitest";
import { fold, lookupKey } from "../../../../build/core/spelling/fold.ts";

describe("fold", () => {
  it.each([
    ["Ana", "ana"],
    ["SOLDIER: 76", "soldier: 76"],
    ["Lúcio", "lúcio"],
    ["Lúcio".normalize("NFD"), "lúcio"],
    ["Torbjörn".normalize("NFD"), "torbjörn"],
    ["WATCHPOINT: GRÍMSVÖTN", "watchpoint: grímsvötn"],
    ["루시우".normalize("NFD"), "루시우"],
    ["КИНГС РОУ", "кингс роу"],
    ["アナ", "アナ"],
    ["D.Va", "d.va"],
    ["  King's   Row ", "  king's   row "],
    ["ILIOS", "ilios"],
  ])("takes %j as %j", (spelling, folded) => {
    expect(fold(spelling)).toBe(folded);
  });

  it.each([
    ["Lúcio", "Lucio"],
    ["King's Row", "Kings Row"],
    ["King's Row", "King’s Row"],
    ["Soldier: 76", "Soldier 76"],
    ["kings-row", "kings row"],
  ])("keeps accents, spaces and punctuation apart: %j is not %j", (one, other) => {
    expect(fold(one)).not.toBe(fold(other));
  });
});

describe("lookupKey", () => {
  it.each([
    [["v1", "overwatch", "heroes", "ANA"], "/v1/overwatch/heroes/ana"],
    [["v1", "overwatch", "heroes", "ANA", "abilities"], "/v1/overwatch/heroes/ana/abilities"],
    [["v1", "overwatch", "maps", "King's Row (Winter)"], "/v1/overwatch/maps/king's row (winter)"],
    [["v1", "overwatch", "patches", "2026-10-06-B"], "/v1/overwatch/patches/2026-10-06-b"],
  ])("folds the name alone: %j", (segments, key) => {
    expect(lookupKey(segments)).toBe(key);
  });

  it.each([
    [["V1", "overwatch", "heroes", "ANA"], "/V1/overwatch/heroes/ANA"],
    [["v1", "Overwatch", "Heroes", "ana"], "/v1/Overwatch/Heroes/ana"],
    [["v1", "overwatch", "heroes", "ana", "Abilities"], "/v1/overwatch/heroes/ana/Abilities"],
    [["v1", "Games"], "/v1/Games"],
    [["Health"], "/Health"],
    [["explorer", "Heroes", "Ana.json"], "/explorer/Heroes/Ana.json"],
    [["problems", "a", "b", "Not-Found"], "/problems/a/b/Not-Found"],
    [[], "/"],
  ])("leaves every fixed segment as it is: %j", (segments, key) => {
    expect(lookupKey(segments)).toBe(key);
  });
});
