import { describe, expect, it } from "vitest";
import { wholeData } from "../../../../build/generator/data/check-data.ts";
import { checkHistory } from "../../../../build/generator/data/checks/rebuild-proof.ts";
import type { LoadedData } from "../../../../build/generator/data/load-data.ts";
import { slotOf } from "../../../../build/generator/history/address.ts";
import { resolveTarget } from "../../../../build/generator/history/resolve-target.ts";
import { stateOf } from "../../../../build/generator/history/state.ts";
import { dataOfHero } from "../../../helpers/data-of-hero.ts";
import { correct, problems, REAL, states, valuesIn } from "./corrected.ts";

const TODAY = stateOf(wholeData(REAL));
const RECORDED = REAL.patches.flatMap(({ value }) => value.changes.map(({ target }) => target));
const todayAt = (target: string) => slotOf(TODAY, target)?.get();

/**
 * Every number that is in the data today and that several patches of the real record changed,
 * or a kit around it.
 */
const NUMBERS = [...new Set(RECORDED)]
  .filter(
    (target) => resolveTarget(target).kind === "modelled" && typeof todayAt(target) === "number",
  )
  .filter((target) => RECORDED.filter((other) => `${target}/`.startsWith(`${other}/`)).length > 1);

const numbersOf = (hero: string) =>
  NUMBERS.filter((target) => target.startsWith(`heroes/${hero}/`));

/** The heroes with the longest records. The others have no other kinds of changes. */
const HEROES = [...new Set(NUMBERS.map((target) => target.split("/")[1] ?? ""))]
  .sort((a, b) => numbersOf(b).length - numbersOf(a).length)
  .slice(0, 8);
const RIGHT = 12345;

/** What the values of all states are once the one of today is corrected. */
function expectedOf(before: readonly unknown[], wrong: unknown): unknown[] {
  const arrived = before.findIndex((value) => value !== wrong);
  return before.map((value, at) => (arrived === -1 || at < arrived ? RIGHT : value));
}

const targetsOf = ({ patches }: LoadedData) =>
  patches.map(({ value }) => value.changes.map((change) => change.target));

describe("the real numbers that patches changed", () => {
  it("are all of heroes, and hundreds", () => {
    expect(NUMBERS.filter((target) => !target.startsWith("heroes/"))).toEqual([]);
    expect(NUMBERS.length).toBeGreaterThan(1_000);
  });

  it.each(HEROES)(
    "can be corrected from where the wrong value arrived, and the record joins as before: %s",
    (hero) => {
      const data = dataOfHero(REAL, hero);
      const before = states(data);
      for (const [at, target] of numbersOf(hero).entries()) {
        const { data: now } = correct(data, target, RIGHT);
        // What is said of the values of a file does not depend on which of them it is.
        expect([target, at === 0 ? problems(now) : checkHistory(now)]).toEqual([target, []]);
        const expected = expectedOf(valuesIn(before, target), todayAt(target));
        expect([target, valuesIn(states(now), target)]).toEqual([target, expected]);
        expect(targetsOf(now)).toEqual(targetsOf(data)); // no change more or less
      }
    },
  );
});
