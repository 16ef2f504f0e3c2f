import { describe, expect, it } from "vitest";
import { namesOf } from "../../../build/client/names.ts";
import { REAL_DATA } from "../../helpers/real-data.ts";

const NAMES = namesOf(REAL_DATA);

describe("a name means", () => {
  it.each([
    ["lucio", [["heroes/lucio", "id"]]],
    ["LÚCIO", [["heroes/lucio", "English name"]]],
    ["루시우", [["heroes/lucio", "Korean name"]]],
    ["卢西奥", [["heroes/lucio", "Chinese name"]]],
    ["ルシオ", [["heroes/lucio", "alias"]]],
    ["ana", [["heroes/ana", "English name"]]],
    ["kings-row", [["maps/kings-row", "id"]]],
    ["King's Row", [["maps/kings-row", "English name"]]],
    ["國王大道", [["maps/kings-row", "alias"]]],
    ["kings-row-winter", [["maps/kings-row", "variant"]]],
    ["Crossfade", [["heroes/lucio/abilities/crossfade", "Ability 1"]]],
    ["Amp It Up", [["heroes/lucio/abilities/amp-it-up", "Ability 2"]]],
    ["sound barrier", [["heroes/lucio/abilities/sound-barrier", "Ultimate"]]],
    ["Soundwave", [["heroes/lucio/abilities/soundwave", "Secondary Fire"]]],
    ["Wall Ride", [["heroes/lucio/abilities/wall-ride", "ability"]]],
    ["Ilios Ruins", [["maps/ilios", "stage ruins"]]],
    [
      "Ханамура",
      [["maps/hanamura", "a map of Assault, in core play until 2022-10-04; not in the API"]],
    ],
    ["소리 방벽", [["heroes/lucio/abilities/sound-barrier", "Ultimate"]]],
    ["nobody", []],
  ])("%s", (name, meanings) => {
    expect(NAMES.meanings(name).map(({ path, kind }) => [path, kind])).toEqual(meanings);
  });

  it("every ability of its name", () => {
    const heroes = NAMES.meanings("Take Aim").map(({ path }) => path.split("/")[1]);
    expect(heroes).toEqual(["ashe", "emre", "freja", "widowmaker"]);
  });
});
