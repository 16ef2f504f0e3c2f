import { describe, expect, it } from "vitest";
import { CorrectError, correctValue } from "../../../../build/cli/maintain/correct-value.ts";
import { recordPatch } from "../../../../build/cli/maintain/record-patch.ts";
import type { Ability, HeroFile } from "../../../../build/core/schema/hero.ts";
import { wholeData } from "../../../../build/generator/data/check-data.ts";
import type { LoadedData } from "../../../../build/generator/data/load-data.ts";
import {
  offeredPatches,
  referenceAsOf,
  stateOf,
} from "../../../../build/generator/data/reference.ts";
import { slotOf } from "../../../../build/generator/history/resolve-target.ts";
import { about, correct, problems, REAL, states, valuesIn } from "./corrected.ts";
import { expectRightCorrections, NUMBERS } from "./recorded-numbers.ts";

const ADDRESSES = {
  baseUrl: "https://gamedata.example.org",
  assetsUrl: "https://gamedata.example.org/assets",
};

const HEALTH = "heroes/ana/health/standard";
const COOLDOWN = "heroes/ana/abilities/sleep-dart/cooldown";
const healthOfToday = heroOf(REAL, "ana").health.standard;
const cooldownOfToday = abilityOf(REAL, "sleep-dart").cooldown;
const TEA: Ability = { id: "tea", kind: "passive", name: "Tea", description: null, cooldown: null };

function heroOf(data: LoadedData, id: string): HeroFile {
  const found = data.heroes.find(({ value }) => value.id === id);
  if (found === undefined) throw new Error(`the data has no ${id}`);
  return found.value;
}

function abilityOf(data: LoadedData, id: string): Ability {
  const found = heroOf(data, "ana").abilities.find((ability) => ability.id === id);
  if (found === undefined) throw new Error(`Ana has no ${id}`);
  return found;
}

type Edit = (data: LoadedData) => void;

const setHealth =
  (standard: number): Edit =>
  (data) => {
    heroOf(data, "ana").health.standard = standard;
  };

const setCooldown =
  (cooldown: number | null): Edit =>
  (data) => {
    abilityOf(data, "sleep-dart").cooldown = cooldown;
  };

const addTea: Edit = (data) => heroOf(data, "ana").abilities.push(TEA);
const removeTea: Edit = (data) => heroOf(data, "ana").abilities.pop();
const addAmari: Edit = (data) => {
  const names = { en: "Amari", ko: "아마리", zh: "阿马里" };
  const value = {
    ...structuredClone(heroOf(data, "ana")),
    id: "amari",
    names,
    monogram: "Am",
    aliases: [],
  };
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
      { patch: day(at + 1), kind: "hotfix", name: "A patch of the tests" },
    );
    data.patches.push({ file: `patches/${patch.id}.json`, value: patch });
  }
  return data;
}

function day(number: number): string {
  return `2099-01-0${number}`;
}

/** Ana as of the patch of a day. */
function anaOn(data: LoadedData, patch: string) {
  const { heroes } = referenceAsOf(wholeData(data), patch, ADDRESSES);
  const ana = heroes.find(({ id }) => id === "ana");
  return {
    health: ana?.health.standard,
    cooldown: ana?.abilities.find(({ id }) => id === "sleep-dart")?.cooldown,
  };
}

/** The newest patch of the real data. */
const [{ id: NEWEST } = { id: "" }] = offeredPatches(wholeData(REAL));

describe("a figure that nobody had written down", () => {
  const [ABILITY, PERK] = [
    "heroes/ana/abilities/sleep-dart/range",
    "heroes/ana/perks/speed-serum/castTime",
  ];

  it.each([ABILITY, PERK])("is added today and in every older state: %s", (target) => {
    const { data, correction, files } = correct(REAL, target, 60);
    expect(correction).toMatchObject({ target, from: null, to: 60 });
    expect(files).toEqual(["oldest.json", "heroes/ana.json", "corrections.json"]);
    expect(data.patches).toEqual(REAL.patches);
    const offered = states(data).slice(0, offeredPatches(wholeData(REAL)).length);
    expect(new Set(valuesIn(offered, target))).toEqual(new Set([60]));
    expect(problems(data)).toEqual([]);
  });

  it("may be the first of its ability", () => {
    const target = "heroes/ana/perks/headhunter/damage";
    const bare = structuredClone(REAL);
    const perk = heroOf(bare, "ana").perks?.find(({ id }) => id === "headhunter");
    delete perk?.figures;
    const { data } = correct(bare, target, 1);
    expect(heroOf(data, "ana").perks?.find(({ id }) => id === "headhunter")?.figures).toEqual({
      damage: 1,
    });
  });

  it.each([
    ["heroes/mercy/abilities/flash-heal/range", "flash-heal"],
    ["heroes/ana/perks/local-anesthetic/range", "local-anesthetic"],
    ["heroes/shion/abilities/execution/range", "execution"],
  ])("is refused where a patch brought what it belongs to: %s", (target, owner) => {
    expect(refusal(REAL, target, 1)).toBe(
      `${target}: ${owner} is younger than the record; add the figure by hand, and to the ` +
        `patch that brought ${owner} a change of it with "to" alone`,
    );
  });

  it("is refused where there is no such ability or perk", () => {
    const target = "heroes/ana/perks/tea/damage";
    expect(refusal(REAL, target, 1)).toBe(`${target} does not exist in the data`);
  });
});

describe("a value that no patch touches", () => {
  const corrected = correct(REAL, HEALTH, 1);

  it("stands in the hero's file as corrected", () => {
    expect(heroOf(corrected.data, "ana").health.standard).toBe(1);
  });

  it("is corrected without a word in any patch", () => {
    expect(corrected.data.patches).toEqual(REAL.patches);
    expect(corrected.repeated).toEqual([]);
  });

  it("is listed with its reason and its day, after the corrections before it", () => {
    const { corrections = [] } = REAL.corrections?.value ?? {};
    expect(corrected.data.corrections?.value.corrections).toEqual([
      ...corrections,
      {
        date: "2099-02-01",
        target: HEALTH,
        from: healthOfToday,
        to: 1,
        reason: "Read from the wrong column.",
      },
    ]);
  });

  it("has the files named that change: its own and the list of corrections", () => {
    expect(corrected.files).toEqual(["heroes/ana.json", "corrections.json"]);
  });

  it("is right in every state that can be rebuilt", () => {
    expect(new Set(valuesIn(states(corrected.data), HEALTH))).toEqual(new Set([1]));
  });

  it("leaves every other value of every state as it is", () => {
    const others = <T extends { id: string }>(heroes: readonly T[]) =>
      heroes.filter(({ id }) => id !== "ana");
    const withoutAna = (data: LoadedData, id: string) => {
      const { heroes, background, ...rest } = referenceAsOf(wholeData(data), id, ADDRESSES);
      const { state, files, ...behind } = background;
      return {
        ...rest,
        ...behind,
        heroes: others(heroes),
        state: { ...state, heroes: others(state.heroes) },
        files: others([...files.values()]),
      };
    };
    for (const id of [NEWEST, wholeData(REAL).game.historyFrom]) {
      expect(withoutAna(corrected.data, id)).toEqual(withoutAna(REAL, id));
    }
  });

  it("leaves the data that was read as it was", () => {
    expect(heroOf(REAL, "ana").health.standard).toBe(healthOfToday);
  });

  it("may have its source listed", () => {
    const { correction } = correctValue(REAL, {
      ...about,
      target: HEALTH,
      value: 1,
      source: "https://example.org",
    });
    expect(correction.source).toBe("https://example.org");
  });
});

describe("a value that the newest change of it repeats", () => {
  const before = withHistory(setHealth(1), setCooldown(99));
  const corrected = correct(before, HEALTH, 2);

  it("is corrected there, on the side after the patch only", () => {
    expect(corrected.data.patches.at(-2)?.value.changes).toEqual([
      { target: HEALTH, from: healthOfToday, to: 2 },
    ]);
  });

  it("leaves every other patch as it is", () => {
    const others = (data: LoadedData) =>
      data.patches.filter(({ file }) => file !== "patches/2099-01-01.json");
    expect(others(corrected.data)).toEqual(others(before));
  });

  it("is right from that patch on, and as it was before", () => {
    expect([NEWEST, day(1), day(2)].map((id) => anaOn(corrected.data, id).health)).toEqual([
      healthOfToday,
      2,
      2,
    ]);
  });

  it("has the place named at which it was repeated", () => {
    expect(corrected.repeated).toEqual(["patches/2099-01-01.json changes[0].to"]);
    expect(corrected.files).toEqual([
      "patches/2099-01-01.json",
      "heroes/ana.json",
      "corrections.json",
    ]);
  });

  it("leaves a record that joins", () => {
    expect(problems(corrected.data)).toEqual([]);
  });
});

describe("a value that was the same once before, with another one between", () => {
  const corrected = correct(withHistory(setHealth(1), setHealth(healthOfToday)), HEALTH, 2);

  it("is corrected in the states since it came back only", () => {
    expect([NEWEST, day(1), day(2)].map((id) => anaOn(corrected.data, id).health)).toEqual([
      healthOfToday,
      1,
      2,
    ]);
  });

  it("leaves a record that joins", () => {
    expect(problems(corrected.data)).toEqual([]);
  });
});

describe("a value in whole kits of several patches", () => {
  const corrected = correct(withHistory(setCooldown(99), addTea, removeTea), COOLDOWN, 98);

  it("is corrected on both sides of each kit, back to the change that brought it", () => {
    expect(corrected.repeated).toEqual([
      'patches/2099-01-03.json changes[0].to["sleep-dart"].cooldown',
      'patches/2099-01-03.json changes[0].from["sleep-dart"].cooldown',
      'patches/2099-01-02.json changes[0].to["sleep-dart"].cooldown',
      'patches/2099-01-02.json changes[0].from["sleep-dart"].cooldown',
      "patches/2099-01-01.json changes[0].to",
    ]);
  });

  it("is right in every state in which it stood, and as it was before", () => {
    const cooldowns = [NEWEST, day(1), day(2), day(3)].map(
      (id) => anaOn(corrected.data, id).cooldown,
    );
    expect(cooldowns).toEqual([cooldownOfToday, 98, 98, 98]);
  });

  it("has each file named once", () => {
    expect(corrected.files).toEqual([
      "patches/2099-01-03.json",
      "patches/2099-01-02.json",
      "patches/2099-01-01.json",
      "heroes/ana.json",
      "corrections.json",
    ]);
  });

  it("leaves a record that joins", () => {
    expect(problems(corrected.data)).toEqual([]);
  });
});

describe("a value in a kit that no patch names by itself", () => {
  it("is right in every state that can be rebuilt, before the kit's patch too", () => {
    const { data } = correct(withHistory(addTea), COOLDOWN, 98);
    expect(new Set(valuesIn(states(data), COOLDOWN))).toEqual(new Set([98]));
    expect(problems(data)).toEqual([]);
  });
});

describe("a value of a hero that a patch brought", () => {
  const corrected = correct(
    withHistory(addAmari, setCooldown(99)),
    "heroes/amari/health/standard",
    2,
  );

  it("is corrected in the whole hero of that patch", () => {
    expect(corrected.repeated).toEqual(["patches/2099-01-01.json changes[0].to.health.standard"]);
    expect(corrected.data.patches.at(-2)?.value.changes[0]?.to).toMatchObject({
      health: { standard: 2 },
    });
  });

  it("leaves a record that joins", () => {
    expect(problems(corrected.data)).toEqual([]);
  });
});

describe("a single value of any kind", () => {
  it.each<[target: string, value: unknown, file: string]>([
    ["heroes/ana/names/ko", "안나", "heroes/ana.json"],
    [COOLDOWN, null, "heroes/ana.json"],
    ["heroes/ana/abilities/nano-boost/cooldown", 30, "heroes/ana.json"],
    ["heroes/ana/abilities/nano-boost/description", null, "heroes/ana.json"],
    ["heroes/ana/subrole", "medic", "heroes/ana.json"],
    ["maps/ilios/mode", "push", "maps/ilios.json"],
    ["maps/ilios/name", "Iliad", "maps/ilios.json"],
    ["modes/push/name", "Shove", "modes.json"],
    ["roles/tank/name", "Shield", "roles.json"],
    ["roles/tank/subroles/bruiser/description", "Tanks that hit hard.", "roles.json"],
  ])("can be corrected in the file that holds it: %s", (target, value, file) => {
    const { data, files } = correct(REAL, target, value);
    expect(slotOf(stateOf(wholeData(data)), target)?.get()).toEqual(value);
    expect(files).toContain(file);
    expect(problems(data)).toEqual([]);
  });
});

describe("the real numbers that patches changed", () => {
  expectRightCorrections(NUMBERS.filter((_, at) => at % 30 === 0)); // the slow tests take all
});

/** What the maintainer is told instead of a correction. */
function refusal(data: LoadedData, target: string, value: unknown): string {
  try {
    correct(data, target, value);
  } catch (error) {
    if (error instanceof CorrectError) return error.message;
    throw error;
  }
  throw new Error("it was not refused");
}

describe("a correction is refused", () => {
  it.each([
    "heroes/ana/abilities/biotic-rifle/damageChangePercent",
    "heroes/ana/6v6/health/armor",
    "perks",
    "heroes/ana/health/x",
  ])("of a value that the data files do not hold: %s", (target) => {
    expect(refusal(REAL, target, 1)).toBe(
      `${target} is no value of the data files; correct it by hand where it stands`,
    );
  });

  it.each([
    "heroes/ana",
    "heroes/ana/health",
    "heroes/ana/abilities",
    "maps/ilios",
    "roles/tank/subroles",
    "heroes",
  ])("of a whole thing: %s", (target) => {
    expect(refusal(REAL, target, 1)).toBe(
      `${target} is not a single value; name one in it, such as ${target}/...`,
    );
  });

  it.each([
    ["heroes/anna/health/standard", "; did you mean heroes/ana/health/standard?"],
    ["heroes/ana/abilities/sleep/cooldown", ""],
    ["maps/atlantis/name", ""],
  ])("of what does not exist: %s", (target, hint) => {
    expect(refusal(REAL, target, target.endsWith("name") ? "Atlantis" : 1)).toBe(
      `${target} does not exist in the data${hint}`,
    );
  });

  it.each(["heroes/ana/id", "heroes/ana/abilities/sleep-dart/id", "modes/push/id"])(
    "of an id, since others have stored it: %s",
    (target) => {
      expect(refusal(REAL, target, "other")).toBe(
        `${target}: an id never changes, since others have stored it`,
      );
    },
  );

  it("to the value that stands there already", () => {
    expect(refusal(REAL, HEALTH, healthOfToday)).toBe(
      `${HEALTH} is ${healthOfToday} already; there is nothing to correct`,
    );
  });

  it.each<[target: string, value: unknown, message: string]>([
    [HEALTH, "275", '"275" is a string; expected a number'],
    [HEALTH, -3, "-3; expected at least 0"],
    [HEALTH, 2.5, "2.5 is a number; expected a whole number"],
    [COOLDOWN, 0, "0; expected more than 0"],
    ["heroes/ana/names/en", 76, "76 is a number; expected a string"],
    [
      "heroes/ana/role",
      "suport",
      '"suport" is none of tank, damage, support; did you mean "support"?',
    ],
  ])("to a value of the wrong type: %s=%j", (target, value, message) => {
    expect(refusal(REAL, target, value)).toBe(`${target}: ${message}`);
  });

  it.each<[what: string, more: object, message: string]>([
    ["a reason", { reason: "" }, "--reason: expected one line of text"],
    ["a reason of one line", { reason: "two\nlines" }, "--reason: expected one line of text"],
    [
      "a real date",
      { date: "2099-02-30" },
      '--date: "2099-02-30" is no calendar date; expected YYYY-MM-DD',
    ],
    [
      "an address as its source",
      { source: "the wiki" },
      '--source: "the wiki" is no address; expected an absolute http or https address',
    ],
  ])("without %s", (_what, more, message) => {
    expect(() => correctValue(REAL, { ...about, target: HEALTH, value: 1, ...more })).toThrow(
      new CorrectError(message),
    );
  });

  it("to the value from which a patch changed it, since that change would be none", () => {
    expect(refusal(withHistory(setHealth(1)), HEALTH, healthOfToday)).toBe(
      `${HEALTH}: patch 2099-01-01 would change it from ${healthOfToday} to the same; ` +
        "remove that change from its file first",
    );
  });
});
