import { describe, expect, it } from "vitest";
import { createFind } from "../../../../build/pages/explorer/browser/find.ts";

const find = createFind([
  ["heroes/lucio", "Lúcio", "Support hero", ["루시우", "卢西奥", "Lucio", "ルシオ"]],
  ["heroes/cassidy", "Cassidy", "Damage hero", ["McCree", "캐서디"]],
  ["heroes/reinhardt", "Reinhardt", "Tank hero", ["라인하르트"]],
  ["heroes/ana", "Ana", "Support hero", ["Ана"]],
  ["heroes/anran", "Anran", "Damage hero", []],
  ["maps/havana", "Havana", "Map", ["ハバナ"]],
  ["maps/kings-row", "King's Row", "Map", ["国王大道", "King's Row (Winter)", "kings-row-winter"]],
  ["patches/2026-10-06", "Season 5", "Patch of 2026-10-06", []],
]);

const pathsOf = (query: string) => find(query).found.map(({ path }) => path);

describe("the search", () => {
  it.each([
    ["ルシオ", "heroes/lucio", "ルシオ"],
    ["루시", "heroes/lucio", "루시우"],
    ["mccree", "heroes/cassidy", "McCree"],
    ["国王大道", "maps/kings-row", "国王大道"],
    ["winter", "maps/kings-row", "kings-row-winter"],
    ["АНА", "heroes/ana", "Ана"],
  ])("finds %s, and says by which spelling", (query, path, spelling) => {
    expect(find(query).found[0]).toMatchObject({ path, spelling });
  });

  it("names no spelling where the name itself was typed, in whatever letter case or normal form", () => {
    expect(find("LÚCIO".normalize("NFD")).found[0]).toMatchObject({
      path: "heroes/lucio",
      spelling: undefined,
    });
  });

  it("has whole spellings first, then beginnings, then what lies inside", () => {
    expect(pathsOf("ana")).toEqual(["heroes/ana", "maps/havana"]);
    expect(pathsOf("an")).toEqual(["heroes/ana", "heroes/anran", "maps/havana"]);
  });

  it("has names before other spellings", () => {
    expect(find("l").found[0]).toMatchObject({ path: "heroes/lucio", spelling: undefined });
  });

  it("has beginnings of words before the inside of words", () => {
    expect(pathsOf("r").slice(0, 2)).toEqual(["heroes/reinhardt", "maps/kings-row"]);
  });

  it("gives each thing once", () => {
    expect(pathsOf("king")).toEqual(["maps/kings-row"]);
  });

  it("finds a patch by its day", () => {
    expect(pathsOf("2026-10")).toEqual(["patches/2026-10-06"]);
  });

  it("guesses what was meant, and says that it is a guess", () => {
    expect(find("renihardt")).toMatchObject({
      isGuess: true,
      found: [{ path: "heroes/reinhardt" }],
    });
  });

  it.each(["", "   ", "zzzzzzzz", "x".repeat(5000)])("finds nothing for %j", (query) => {
    expect(find(query).found).toEqual([]);
  });
});
