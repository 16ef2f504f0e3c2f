import { describe, expect, it } from "vitest";
import { correctValue } from "../../../../build/cli/maintain/correct-value.ts";
import { recordPatch } from "../../../../build/cli/maintain/record-patch.ts";
import { PACKAGE_DATA } from "../../../../build/core/package.ts";
import type { GameState } from "../../../../build/core/schema/collections.ts";
import { checkValues, wholeData } from "../../../../build/generator/data/check-data.ts";
import { checkHistory } from "../../../../build/generator/data/checks/rebuild-proof.ts";
import { type LoadedData, loadData } from "../../../../build/generator/data/load-data.ts";
import { figureTarget, slotOf } from "../../../../build/generator/history/address.ts";
import { stepsOf, walkBack } from "../../../../build/generator/history/rewind.ts";
import { stateOf } from "../../../../build/generator/history/timeline.ts";
import {
  addTea,
  ana,
  COOLDOWN,
  find,
  HEALTH,
  heroOf,
  refusal as refusalOf,
  removeTea,
  setCooldown,
  setHealth,
} from "./edits.ts";

/** The real data with the files of its values, which no test changes. */
const REAL: LoadedData = loadData(PACKAGE_DATA).data;

/** Why and when the tests correct a value. */
const about = { reason: "Read from the wrong column.", date: "2099-02-01" };

function correct(data: LoadedData, target: string, value: unknown) {
  return correctValue(data, { ...about, target, value });
}

/** Targets of figures of the oldest state that no patch touches, in today's kits too. */
function untouchedFigures() {
  const touched = REAL.patches.flatMap(({ value }) => stepsOf(value).map(({ change }) => change));
  return Object.keys(REAL.oldest?.value.values ?? {}).filter(
    (target) =>
      figureTarget(target) !== undefined &&
      !touched.some((change) => `${target}/`.startsWith(`${change.target}/`)),
  );
}

/** What the checks say of data in memory. */
function problems(data: LoadedData) {
  // An invented value fits no printed step, and may be more unusual than those that are; the data
  // of one hero has no gaps of several.
  const others = ["percent-step", "step-without-values", "one-family", "needless-exception"];
  return [...checkValues(data), ...checkHistory(data)].flatMap(({ code, file, message }) =>
    others.includes(code) ? [] : [`${file}: ${message}`],
  );
}

/** The state after every patch of a record, newest first. */
function states(data: LoadedData) {
  const whole = wholeData(data);
  return [...walkBack(stateOf(whole), whole.patches)].map(({ state }) => state);
}

/** What is at a target in each of some states. */
function valuesIn(all: readonly GameState[], target: string) {
  return all.map((state) => slotOf(state, target)?.get());
}

const WAS = ana(REAL).health.standard;
const cooldownOfToday = find(ana(REAL).abilities, "sleep-dart").cooldown;

const DART = "heroes/ana/abilities/sleep-dart";

type Edit = (data: LoadedData) => unknown;

const addAmari: Edit = (data) => {
  const names = { en: "Amari", ko: "아마리", zh: "阿马里" };
  const own = { id: "amari", names, monogram: "Am", aliases: [] };
  const value = { ...structuredClone(ana(data)), ...own };
  data.heroes.push({ file: "heroes/amari.json", value });
};

/**
 * The real data with newer patches of 2099-01-01, 2099-01-02, ..., one per edit, as `record` writes
 * them.
 */
function withHistory(...edits: Edit[]) {
  const data = structuredClone(REAL);
  for (const [at, edit] of edits.entries()) {
    const before = structuredClone(wholeData(data));
    edit(data);
    const { patch } = recordPatch(
      structuredClone(wholeData(data)),
      { label: "the last commit", ...before },
      {
        patch: `2099-01-0${at + 1}`,
        kind: "hotfix",
        name: "A patch of the tests",
        day: about.date,
      },
    );
    data.patches.push({ file: `patches/${patch.id}.json`, value: patch });
  }
  return data;
}

/** The value of a target in the newest states, newest first. */
const newest = (data: LoadedData, target: string, count: number) =>
  valuesIn(states(data), target).slice(0, count);

function refusal(data: LoadedData, target: string, value: unknown) {
  return refusalOf(() => correct(data, target, value));
}

describe("a value", () => {
  it("that no patch touches is right in every state, and leaves all else as it was", () => {
    const before = structuredClone(REAL);
    const [target = ""] = untouchedFigures();
    const [, hero = "", , ability = "", field = ""] = target.split("/");
    const today = find(heroOf(REAL, hero).abilities, ability).figures?.[field];
    const { data, repeated } = correct(REAL, target, 1234);
    expect(REAL).toEqual(before);
    expect(repeated).toEqual([]);
    expect(new Set(valuesIn(states(data), target))).toEqual(new Set([1234]));
    const { corrections = [] } = REAL.corrections?.value ?? {};
    expect(data.corrections?.value.corrections).toEqual([
      ...corrections,
      { ...about, target, from: today, to: 1234 },
    ]);
    expect(data.oldest?.value.values[target]).toBe(1234);
    Object.assign(find(heroOf(data, hero).abilities, ability).figures ?? {}, { [field]: today });
    Object.assign(data.oldest?.value.values ?? {}, { [target]: today });
    data.corrections?.value.corrections.pop();
    expect(data).toEqual(before);
  });

  it("that a patch brought is corrected there, on the side after the patch only", () => {
    const before = withHistory(setHealth(1), setCooldown(99));
    const { data, repeated } = correct(before, HEALTH, 2);
    expect(repeated).toEqual(["patches/2099-01-01.json changes[0].to"]);
    const [brought] = data.patches.splice(-2, 1);
    before.patches.splice(-2, 1);
    expect(brought?.value.changes).toEqual([{ target: HEALTH, from: WAS, to: 2 }]);
    expect(data.patches).toEqual(before.patches);
  });

  it.each([
    ["since the patch that brought it", [setHealth(1), setCooldown(9)], HEALTH, [2, 2, WAS]],
    ["only since it returned", [setHealth(1), setHealth(WAS)], HEALTH, [2, 1, WAS]],
    ["in whole kits", [setCooldown(99), addTea, removeTea], COOLDOWN, [2, 2, 2, cooldownOfToday]],
    ["before a whole kit, too", [addTea], COOLDOWN, [2, 2]],
    ["before a kit that does not hold it", [addTea], `${DART}/damage`, [2, 2]],
    ["in a new hero", [addAmari, setCooldown(9)], "heroes/amari/health/standard", [2, 2]],
  ])("is right %s, and the record joins", (_what, edits, target, expected) => {
    const { data } = correct(withHistory(...edits), target, 2);
    expect(newest(data, target, expected.length)).toEqual(expected);
    expect(problems(data)).toEqual([]);
  });

  it("in whole kits is corrected on both sides of each, back to the change that brought it", () => {
    const { repeated } = correct(withHistory(setCooldown(99), addTea, removeTea), COOLDOWN, 98);
    expect(repeated).toEqual([
      'patches/2099-01-03.json changes[0].to["sleep-dart"].cooldown',
      'patches/2099-01-03.json changes[0].from["sleep-dart"].cooldown',
      'patches/2099-01-02.json changes[0].to["sleep-dart"].cooldown',
      'patches/2099-01-02.json changes[0].from["sleep-dart"].cooldown',
      "patches/2099-01-01.json changes[0].to",
    ]);
  });

  it.each([
    ["heroes/ana/names/ko", "안나"],
    [COOLDOWN, null],
    ["heroes/ana/subrole", "medic"],
    ["maps/ilios/mode", "push"],
    ["roles/tank/subroles/bruiser/description", "Tanks that hit hard."],
  ])("of any kind can be corrected in the file that holds it: %s", (target, value) => {
    const { data } = correct(REAL, target, value);
    expect(slotOf(stateOf(wholeData(data)), target)?.get()).toEqual(value);
    expect(problems(data)).toEqual([]);
  });
});

describe("a correction is refused", () => {
  it.each<[what: string, target: string, value: unknown, message: string]>([
    [
      "of a value that the files do not hold",
      "heroes/ana/6v6/health/armor",
      1,
      " is not a value of the data files; correct it by hand where it is written",
    ],
    ...["heroes/ana", "heroes/ana/abilities"].map((target): [string, string, unknown, string] => [
      "of a whole thing",
      target,
      1,
      ` is not a single value; pass one of its values, such as ${target}/...`,
    ]),
    [
      "of an unknown hero",
      "heroes/anna/health/standard",
      1,
      " does not exist in the data; did you mean heroes/ana/health/standard?",
    ],
    ["of an unknown perk", "heroes/ana/perks/tea/damage", 1, " does not exist in the data"],
    [
      "of an id",
      "heroes/ana/abilities/sleep-dart/id",
      "other",
      ": an id must not change, because others have stored it",
    ],
    ["to the same value", HEALTH, WAS, ` is already ${WAS}; there is nothing to correct`],
    ["to a negative number", HEALTH, -3, ": -3; expected at least 0"],
  ])("%s: %s", (_what, target, value, message) => {
    expect(refusal(REAL, target, value)).toBe(target + message);
  });

  it("where a patch would change the value to the same", () => {
    expect(refusal(withHistory(setHealth(1)), HEALTH, WAS)).toBe(
      `${HEALTH}: patch 2099-01-01 would change it from ${WAS} to the same; remove that change ` +
        "from its file first",
    );
  });

  it("with a line for each bad option", () => {
    const bad = { target: HEALTH, value: 1, reason: "", date: "2099-02-30", source: "example" };
    expect(refusalOf(() => correctValue(REAL, bad)).split("\n")).toEqual([
      '--reason: ""; expected one line of text without space at either end',
      '--date: "2099-02-30"; expected a real calendar date, YYYY-MM-DD',
      '--source: "example"; expected an absolute http or https address, such as ' +
        "https://example.org/notes",
    ]);
  });
});
