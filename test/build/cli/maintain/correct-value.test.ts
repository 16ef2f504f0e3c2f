import { describe, expect, it } from "vitest";
import { correctValue } from "../../../../build/cli/maintain/correct-value.ts";
import { recordPatch } from "../../../../build/cli/maintain/record-patch.ts";
import { wholeData } from "../../../../build/generator/data/check-data.ts";
import type { LoadedData } from "../../../../build/generator/data/load-data.ts";
import { offeredPatches, stateOf } from "../../../../build/generator/data/reference.ts";
import { slotOf } from "../../../../build/generator/history/resolve-target.ts";
import { about, correct, problems, REAL, states, untouchedFigures, valuesIn } from "./corrected.ts";
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

const WAS = ana(REAL).health.standard;
const cooldownOfToday = find(ana(REAL).abilities, "sleep-dart").cooldown;

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
function withHistory(...edits: Edit[]): LoadedData {
  const data = structuredClone(REAL);
  for (const [at, edit] of edits.entries()) {
    const before = structuredClone(wholeData(data));
    const { patches, corrections } = before;
    edit(data);
    const { patch } = recordPatch(
      structuredClone(wholeData(data)),
      { label: "the last commit", state: stateOf(before), patches, corrections },
      { patch: `2099-01-0${at + 1}`, kind: "hotfix", name: "A patch of the tests" },
    );
    data.patches.push({ file: `patches/${patch.id}.json`, value: patch });
  }
  return data;
}

/** The value of a target in the newest states, newest first. */
const newest = (data: LoadedData, target: string, count: number) =>
  valuesIn(states(data), target).slice(0, count);

/** The change that brought a perk of Ana, and where it is. */
function bringing({ patches }: LoadedData, perk: string) {
  const [found] = patches.flatMap(({ file, value: { id, changes } }) => {
    const at = changes.findIndex(({ target }) => target === `heroes/ana/perks/${perk}`);
    return at === -1 ? [] : [{ file, id, at, change: changes[at] }];
  });
  if (found === undefined) throw new Error(`no patch brought ${perk}`);
  return found;
}

function refusal(data: LoadedData, target: string, value: unknown): string {
  return refusalOf(() => correct(data, target, value));
}

describe("a figure that nobody had written down", () => {
  /** One that older states have, and that a patch says to be unknown from there on. */
  const lost = REAL.patches.flatMap(({ value: { id, unexplained = [] } }) =>
    unexplained.flatMap(({ changes }) =>
      changes.flatMap(({ target, from, to }) =>
        to === undefined && typeof from === "number" ? [{ id, target, from }] : [],
      ),
    ),
  )[0];

  it.each([
    ["is the same", 0],
    ["is another", 0.1],
  ])("is known again where a patch says that it is not, and %s", (_what, more) => {
    const { id = "", target = "", from = 0 } = lost ?? {};
    const { data } = correct(structuredClone(REAL), target, from + more);
    const ids = offeredPatches(wholeData(data)).map((patch) => patch.id);
    const values = valuesIn(states(data), target);
    expect(problems(data)).toEqual([]);
    expect([values[0], values[ids.indexOf(id)], values[ids.indexOf(id) + 1]]).toEqual([
      ...[from + more, from + more],
      from,
    ]);
  });

  const ABILITY = "heroes/widowmaker/abilities/grappling-hook/duration";
  const PERK = "heroes/ana/perks/biotic-bounce/castTime";

  it("is added today and in every older state", () => {
    const { data, correction, files } = correct(REAL, ABILITY, 2);
    expect(correction).toMatchObject({ target: ABILITY, from: null, to: 2 });
    expect(files).toEqual(["oldest.json", "heroes/widowmaker.json", "corrections.json"]);
    expect(data.patches).toEqual(REAL.patches);
    const offered = states(data).slice(0, offeredPatches(wholeData(REAL)).length);
    expect(new Set(valuesIn(offered, ABILITY))).toEqual(new Set([2]));
    expect(problems(data)).toEqual([]);
  });

  it("is added back to the patch that brought its perk, and there, too", () => {
    const { data, files, repeated } = correct(REAL, PERK, 60);
    const { file, id, at, change } = bringing(data, "biotic-bounce");
    expect(repeated).toEqual([`${file} changes[${at}].to.figures.castTime`]);
    expect(change?.to).toHaveProperty("figures.castTime", 60);
    expect(files).toEqual([file, "heroes/ana.json", "corrections.json"]);
    const since = offeredPatches(wholeData(REAL)).filter((patch) => patch.id >= id).length;
    const values = valuesIn(states(data), PERK);
    expect(new Set(values.slice(0, since))).toEqual(new Set([60]));
    expect(new Set(values.slice(since))).toEqual(new Set([undefined]));
    expect(problems(data)).toEqual([]);
  });

  it("may be the first of its perk", () => {
    const perkOf = (data: LoadedData) => ana(data).perks?.find(({ id }) => id === "headhunter");
    const bare = structuredClone(REAL);
    delete perkOf(bare)?.figures;
    delete Object(bringing(bare, "headhunter").change?.to).figures;
    const { data } = correct(bare, "heroes/ana/perks/headhunter/damage", 1);
    expect(perkOf(data)?.figures).toEqual({ damage: 1 });
    expect(bringing(data, "headhunter").change?.to).toHaveProperty("figures", { damage: 1 });
  });
});

describe("a value", () => {
  it("that no patch touches is right in every state, and leaves all else as it was", () => {
    const before = structuredClone(REAL);
    const [target = ""] = untouchedFigures();
    const [, hero = "", , ability = "", field = ""] = target.split("/");
    const today = find(heroOf(REAL, hero).abilities, ability).figures?.[field];
    const { data, files, repeated } = correct(REAL, target, 1234);
    expect(REAL).toEqual(before);
    expect(repeated).toEqual([]);
    expect(files).toEqual(["oldest.json", `heroes/${hero}.json`, "corrections.json"]);
    expect(new Set(valuesIn(states(data), target))).toEqual(new Set([1234]));
    const { corrections = [] } = REAL.corrections?.value ?? {};
    expect(data.corrections?.value.corrections).toEqual([
      ...corrections,
      { ...about, target, from: today, to: 1234 },
    ]);
    Object.assign(find(heroOf(data, hero).abilities, ability).figures ?? {}, { [field]: today });
    Object.assign(data.oldest?.value.heroes[hero]?.figures?.[ability] ?? {}, { [field]: today });
    data.corrections?.value.corrections.pop();
    expect(data).toEqual(before);
  });

  it("that a patch brought is corrected there, on the side after the patch only", () => {
    const before = withHistory(setHealth(1), setCooldown(99));
    const { data, files, repeated } = correct(before, HEALTH, 2);
    expect(repeated).toEqual(["patches/2099-01-01.json changes[0].to"]);
    expect(files).toEqual(["patches/2099-01-01.json", "heroes/ana.json", "corrections.json"]);
    const [brought] = data.patches.splice(-2, 1);
    before.patches.splice(-2, 1);
    expect(brought?.value.changes).toEqual([{ target: HEALTH, from: WAS, to: 2 }]);
    expect(data.patches).toEqual(before.patches);
  });

  it.each<[what: string, edits: Edit[], target: string, states: unknown[]]>([
    ["since the patch that brought it", [setHealth(1), setCooldown(99)], HEALTH, [2, 2, WAS]],
    ["only since it returned", [setHealth(1), setHealth(WAS)], HEALTH, [2, 1, WAS]],
    ["in whole kits", [setCooldown(99), addTea, removeTea], COOLDOWN, [2, 2, 2, cooldownOfToday]],
    ["before a whole kit, too", [addTea], COOLDOWN, [2, 2]],
    ["in a new hero", [addAmari, setCooldown(99)], "heroes/amari/health/standard", [2, 2]],
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

  it.each<[target: string, value: unknown, file: string]>([
    ["heroes/ana/names/ko", "안나", "heroes/ana.json"],
    [COOLDOWN, null, "heroes/ana.json"],
    ["heroes/ana/subrole", "medic", "heroes/ana.json"],
    ["maps/ilios/mode", "push", "maps/ilios.json"],
    ["roles/tank/subroles/bruiser/description", "Tanks that hit hard.", "roles.json"],
  ])("of any kind can be corrected in the file that holds it: %s", (target, value, file) => {
    const { data, files } = correct(REAL, target, value);
    expect(slotOf(stateOf(wholeData(data)), target)?.get()).toEqual(value);
    expect(files).toContain(file);
    expect(problems(data)).toEqual([]);
  });
});

describe("a correction is refused", () => {
  it.each<[what: string, target: string, value: unknown, message: string]>([
    ...["heroes/ana/6v6/health/armor", "perks", "heroes/ana/health/x"].map(
      (target): [string, string, unknown, string] => [
        "of a value that the files do not hold",
        target,
        1,
        " is not a value of the data files; correct it by hand where it is written",
      ],
    ),
    ...["heroes/ana", "heroes/ana/abilities", "roles/tank/subroles", "heroes"].map(
      (target): [string, string, unknown, string] => [
        "of a whole thing",
        target,
        1,
        ` is not a single value; pass one of its values, such as ${target}/...`,
      ],
    ),
    [
      "of an unknown hero",
      "heroes/anna/health/standard",
      1,
      " does not exist in the data; did you mean heroes/ana/health/standard?",
    ],
    ["of an unknown map", "maps/atlantis/name", "Atlantis", " does not exist in the data"],
    ["of an unknown perk", "heroes/ana/perks/tea/damage", 1, " does not exist in the data"],
    [
      "of a figure of an ability that a patch brought",
      "heroes/mercy/abilities/flash-heal/range",
      1,
      ": flash-heal was added after the record begins; add the figure by hand, and to the " +
        "patch that " +
        'brought flash-heal a change of it with "to" alone',
    ],
    [
      "of an id",
      "heroes/ana/abilities/sleep-dart/id",
      "other",
      ": an id must not change, because others have stored it",
    ],
    ["to the same value", HEALTH, WAS, ` is already ${WAS}; there is nothing to correct`],
    ["to text", HEALTH, "275", ': "275" is a string; expected a number'],
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
      "--reason: expected one line of text",
      '--date: "2099-02-30" is not a calendar date; expected YYYY-MM-DD',
      '--source: "example" is not an address; expected an absolute http or https address',
    ]);
  });
});
