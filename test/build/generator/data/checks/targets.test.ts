import { describe, expect, it } from "vitest";
import { checkTargets } from "../../../../../build/generator/data/checks/targets.ts";
import { copyOfData, problemsOf } from "../../../../helpers/data.ts";
import { REAL_DATA } from "../../../../helpers/real-data.ts";
import {
  addPatch,
  NEW_PATCH,
  NEW_PATCH_FILE,
  problemsOfChanges,
  problemsOfTodayWith,
} from "../../../data-copies.ts";

const at = `${NEW_PATCH_FILE} changes[0]`;

/** What this check says of the data once a newer patch made these changes. */
function problemsOfTargets(...changes: object[]) {
  return problemsOfTodayWith((folder) => addPatch(folder, NEW_PATCH, changes), checkTargets);
}

describe("a target of a thing that never was", () => {
  it.each([
    ["heroes/anna/health/standard", "anna", "heroes", "ana"],
    [
      "heroes/ana/abilities/sleep-dort/cooldown",
      "sleep-dort",
      "heroes/ana/abilities",
      "sleep-dart",
    ],
    ["maps/kingsrow/mode", "kingsrow", "maps", "kings-row"],
    ["roles/tank/subroles/bruser/passive", "bruser", "roles/tank/subroles", "bruiser"],
  ])("names the nearest one: %s", (target, id, list, near) => {
    expect(problemsOfTargets({ target, from: "a", to: "b" })).toContain(
      `${at}.target: ${target}: there is no "${id}" in ${list}, today or in any recorded ` +
        `patch; did you mean "${near}"?`,
    );
  });

  it("names all there are, where none is near", () => {
    expect(problemsOfTargets({ target: "roles/healer/name", from: "a", to: "b" })).toContain(
      `${at}.target: roles/healer/name: there is no "healer" in roles, today or in any ` +
        "recorded patch; expected one of tank, damage, support",
    );
  });
});

describe("a target of a thing that is no more", () => {
  it("is an ability that an older patch took away", () => {
    const folder = copyOfData();
    addPatch(folder, NEW_PATCH, [
      { target: "heroes/sombra/abilities/stealth/durationChange", from: 1, to: 2 },
    ]);
    expect(problemsOf(folder)).toEqual([]);
  });

  it("is a hero that the patch itself takes away", () => {
    expect(
      problemsOfTargets(
        { target: "heroes/zed", from: true },
        { target: "heroes/zed/perks/blade/damageChange", from: 1 },
      ),
    ).toEqual([]);
  });
});

it.each([
  ["heroes/ana/health/total", "total", "standard, armor or shields; total is their sum"],
  ["heroes/ana/name", "name", "names, abilities/<ability>/<field>, or edit the hero's file"],
  ["maps/ilios/aliases", "aliases", "the map's file"],
])("a target of a field that no patch changes says what to use: %s", (target, field, use) => {
  expect(problemsOfTargets({ target, from: 1, to: 2 })).toEqual([
    `${at}.target: ${target}: patches do not change "${field}"; use ${use}`,
  ]);
});

const [PERK] = REAL_DATA.heroes.find(({ id }) => id === "ana")?.perks ?? [];

describe("a misspelt field", () => {
  it.each([
    ["heroes/ana/health/standart", "standart", "standard"],
    ["heroes/ana/subRole", "subRole", "subrole"],
    ["heroes/ana/abilties/sleep-dart/cooldown", "abilties", "abilities"],
    ["roles/tank/subroles/bruiser/pasive", "pasive", "passive"],
  ])("is not a field of the game's own: %s", (target, segment, near) => {
    expect(problemsOfTargets({ target, from: 1, to: 2 })).toEqual([
      `${at}.target: ${target}: "${segment}" would not be replayed; did you mean "${near}"?`,
    ]);
  });

  it.each(["cooldwon", "coolDown"])("is not a figure of an ability: %s", (field) => {
    const target = `heroes/ana/abilities/biotic-grenade/${field}`;
    const [from, to] = problemsOfChanges({ target, from: 1, to: 2 });
    const message = `${target}: figures.json has no field "${field}"; did you mean "cooldown"?`;
    expect([from, to]).toEqual([`${at}.from: ${message}`, `${at}.to: ${message}`]);
  });

  it.each([
    "heroes/ana/abilities/biotic-rifle/damageChange",
    `heroes/ana/perks/${PERK?.id}/durationChange`,
    "heroes/ana/6v6/health/standard",
    "maps/ilios/competitiveRotation",
    "modes/competitive/heroBans/votes",
  ])("is not one that merely no resource has: %s", (target) => {
    expect(problemsOfTargets({ target, from: 1, to: 2 })).toEqual([]);
  });
});

describe("a value of the wrong type", () => {
  it.each([
    ["heroes/ana/health/standard", "from", "225", "from", '"225" is a string; expected a number'],
    ["heroes/ana/health/standard", "to", "250", "to", '"250" is a string; expected a number'],
    [
      "heroes/ana/role",
      "from",
      "suport",
      "from",
      '"suport" is not one of offense, defense, tank, damage, support; did you mean "support"?',
    ],
    [
      "heroes/ana/health",
      "from",
      { standard: 225, armor: 0 },
      "from.shields",
      "missing; expected a number",
    ],
    ["heroes/ana/abilities", "from", [{ id: "zap" }], "from[0].name", "missing; expected a string"],
  ])("is reported with target, side and place: %s %s %j", (target, side, value, path, message) => {
    expect(problemsOfTargets({ target, [side]: value })).toContain(
      `${at}.${path}: ${target}: ${message}`,
    );
  });

  it("is not true for a whole thing, which says that it is not known", () => {
    expect(
      problemsOfTargets(
        { target: "heroes/zed", from: true },
        { target: "maps/zed-hall", from: true },
      ),
    ).toEqual([]);
  });
});
