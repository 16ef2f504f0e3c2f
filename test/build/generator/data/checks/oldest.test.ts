import { describe, expect, it } from "vitest";
import { PACKAGE_DATA } from "../../../../../build/core/package.ts";
import type { GameState } from "../../../../../build/core/schema/collections.ts";
import { wholeData } from "../../../../../build/generator/data/check-data.ts";
import { checkOldest } from "../../../../../build/generator/data/checks/rebuild-proof.ts";
import { numbersOf } from "../../../../../build/generator/data/hero-numbers.ts";
import { loadData } from "../../../../../build/generator/data/load-data.ts";
import { stateOf } from "../../../../../build/generator/history/timeline.ts";
import { asLine } from "../../../../helpers/data.ts";

const { data } = loadData(PACKAGE_DATA);
const { historyFrom = "" } = data.game?.value ?? {};

/** Where a record without a change leads: to today's state. */
const walkedBack: GameState = stateOf(wholeData(data));

/** What is wrong where the oldest state is today's after an edit. */
function problemsWith(
  change: (oldest: { patch: string; values: Record<string, unknown> }) => void,
) {
  const numbers = walkedBack.heroes.flatMap(numbersOf);
  const values: Record<string, unknown> = Object.fromEntries(
    numbers.map(({ target, value }) => [target, value]),
  );
  const value = { patch: historyFrom, values };
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

  it.each(["heroes/ana/health/standard", "heroes/ana/abilities/sleep-dart/cooldown"])(
    "differs by no health and no cooldown: %s",
    (target) => {
      const wanted = [expect.stringContaining(`${target}: walking the record back`)];
      expect(problemsWith(({ values }) => Object.assign(values, { [target]: 1.4 }))).toEqual(
        wanted,
      );
      expect(problemsWith(({ values }) => delete values[target])).toEqual(wanted);
    },
  );

  it("is that of the patch from which the record begins", () => {
    expect(problemsWith((oldest) => Object.assign(oldest, { patch: "2000-01-01" }))).toEqual([
      `oldest.json patch: the state of patch 2000-01-01, but historyFrom is ${historyFrom}; make ` +
        "both name the same patch",
    ]);
  });
});
