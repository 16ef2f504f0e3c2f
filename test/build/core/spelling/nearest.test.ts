import { describe, expect, it } from "vitest";
import { nearest } from "../../../../build/core/spelling/lookup.ts";

const HEROES = [
  "ana",
  "anran",
  "ashe",
  "mei",
  "mercy",
  "moira",
  "soldier-76",
  "sojourn",
  "sombra",
  "zenyatta",
];

describe("nearest", () => {
  it.each([
    ["anna", "ana"],
    ["soldier76", "soldier-76"],
    ["soldeir-76", "soldier-76"],
    ["an", "ana"],
    ["mai", "mei"],
    ["kiriko", undefined],
    ["zzz", undefined],
  ])("of %j is %j", (given, near) => {
    expect(nearest(given, HEROES)).toEqual(near === undefined ? [] : [near]);
  });

  it("comes before those farther off", () => {
    expect(nearest("torbjorn", ["tor", "torbon", "torbjorm", "torbjorn"], 9)).toEqual([
      "torbjorn",
      "torbjorm",
      "torbon",
    ]);
  });

  it.each([
    ["", ["a"]],
    ["a", []],
    ["x", ["y"]],
    ["ab", ["xy"]],
    ["a".repeat(41), ["a".repeat(41)]],
  ])("is not one of what has nothing in common, or is too long: %j", (given, candidates) => {
    expect(nearest(given, candidates)).toEqual([]);
  });
});
