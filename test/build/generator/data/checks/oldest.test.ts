import { describe, expect, it } from "vitest";
import { PACKAGE_DATA } from "../../../../../build/core/package.ts";
import type { GameState } from "../../../../../build/core/schema/collections.ts";
import { wholeData } from "../../../../../build/generator/data/check-data.ts";
import { checkOldest } from "../../../../../build/generator/data/checks/oldest.ts";
import { loadData } from "../../../../../build/generator/data/load-data.ts";
import { stateOf } from "../../../../../build/generator/data/reference.ts";
import { asLine } from "../../../../helpers/data.ts";

const { data } = loadData(PACKAGE_DATA);
const { historyFrom = "" } = data.game?.value ?? {};

/** Where a record without a change leads: to today's state. */
const walkedBack: GameState = stateOf(wholeData(data));

const DART = "heroes/ana/abilities/sleep-dart/damage";

/** What is wrong where the oldest state is today's after an edit. */
// biome-ignore lint/suspicious/noExplicitAny: a test breaks data in ways no type allows
function problemsWith(change: (oldest: any) => void): string[] {
  const heroes = Object.fromEntries(
    walkedBack.heroes.map(({ id, health, abilities, figures, perks }) => {
      const limited = abilities.filter(({ cooldown }) => cooldown !== null);
      const cooldowns = Object.fromEntries(limited.map(({ id, cooldown }) => [id, cooldown]));
      return [id, { health, cooldowns, figures, perks }];
    }),
  );
  const value = structuredClone({ patch: historyFrom, heroes });
  change(value);
  const oldest = { file: "oldest.json", value };
  return checkOldest(
    { ...data, oldest: Object.assign({ ...data.oldest }, oldest) },
    walkedBack,
  ).map(asLine);
}

describe("the oldest state", () => {
  it("is where the record leads", () => {
    expect(problemsWith(() => {})).toEqual([]);
  });

  it("differs by no figure", () => {
    const edited = problemsWith(({ heroes }) => {
      heroes.ana.figures["sleep-dart"].damage = 999;
    });
    const today = walkedBack.heroes.find(({ id }) => id === "ana")?.figures?.["sleep-dart"];
    expect(edited).toEqual([
      `oldest.json heroes.ana: ${DART}: walking the record back to patch ${historyFrom} leads to ` +
        `${today?.["damage"]}, but this file has 999; a patch that changed it is not recorded, ` +
        `or ` +
        "one of the two is wrong",
    ]);
  });

  it.each<[value: string, edit: (ana: { cooldowns: object; health: object }) => unknown]>([
    ["health/standard", ({ health }) => Object.assign(health, { standard: 22 })],
    ["abilities/sleep-dart/cooldown", (ana) => Object.assign(ana.cooldowns, { "sleep-dart": 1.4 })],
    ["health/standard", (ana) => Reflect.deleteProperty(ana, "health")],
  ])("differs by no health and no cooldown: %s", (value, edit) => {
    expect(problemsWith(({ heroes }) => edit(heroes.ana))).toEqual([
      expect.stringContaining(`heroes/ana/${value}: walking the record back`),
    ]);
  });

  it("has no hero that was not there", () => {
    expect(problemsWith(({ heroes }) => Object.assign(heroes, { nobody: {} }))).toEqual([
      'oldest.json heroes.nobody: there was no hero "nobody" after patch ' +
        `${historyFrom}; remove it`,
    ]);
  });

  it("is that of the patch from which the record begins", () => {
    expect(problemsWith((oldest) => Object.assign(oldest, { patch: "2000-01-01" }))).toEqual([
      `oldest.json patch: the state of patch 2000-01-01, but historyFrom is ${historyFrom}; make ` +
        "both name the same patch",
    ]);
  });
});
