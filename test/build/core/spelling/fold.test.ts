import fc from "fast-check";
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
    ["  King's   Row ", " king's row "],
    ["ILIOS", "ilios"],
    ["Soldat\u00a0: 76", "soldat : 76"],
    ["Équipe \u202f\u3000 1", "équipe 1"],
    ["Ａｎａ！～", "ana!~"],
    ["国王大道（冬季）", "国王大道(冬季)"],
    ["\ufeffA\u200bn\u00ada\u200e", "ana"],
    ["a \u200b b", "a b"],
    ["ｃ\u0327", "ç"],
    ["ทาวเวอร์ำ", "ทาวเวอร์ำ"], // NFKC would take it apart
  ])("takes %j as %j", (spelling, folded) => {
    expect(fold(spelling)).toBe(folded);
  });

  it.each([
    ["Lúcio", "Lucio"],
    ["King's Row", "Kings Row"],
    ["King's Row", "King’s Row"],
    ["Soldier: 76", "Soldier 76"],
    ["kings-row", "kings row"],
    ["Ana", "Ana "],
    ["Ana", " Ana"],
  ])("keeps accents, punctuation and spaces at the ends apart: %j is not %j", (one, other) => {
    expect(fold(one)).not.toBe(fold(other));
  });

  it("changes nothing that is folded", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("lookupKey", () => {
  it.each([
    [["v1", "overwatch", "heroes", "ANA"], "/v1/overwatch/heroes/ana"],
    [["v1", "overwatch", "heroes", "ANA", "abilities"], "/v1/overwatch/heroes/ana/abilities"],
    [["v1", "overwatch", "maps", "King's Row (Winter)"], "/v1/overwatch/maps/king's row (winter)"],
    [["v1", "overwatch", "patches", "2026-10-06-B"], "/v1/overwatch/patches/2026-10-06-b"],
    [["v1", "overwatch", "heroes", "Ana／abilities"], "/v1/overwatch/heroes/ana／abilities"],
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
