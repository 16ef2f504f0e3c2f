import { describe, expect, it } from "vitest";
import type { GameState } from "../../../../build/core/schema/collections.ts";
import { wholeData } from "../../../../build/generator/data/check-data.ts";
import type { LoadedData } from "../../../../build/generator/data/load-data.ts";
import { stateOf } from "../../../../build/generator/data/reference.ts";
import { resolveTarget, slotOf } from "../../../../build/generator/history/resolve-target.ts";
import { stepsOf } from "../../../../build/generator/history/rewind.ts";
import { ownSteps } from "../../../helpers/own-steps.ts";
import { correct, problems, REAL, states, valuesIn } from "./corrected.ts";

/**
 * What the data holds of one hero: its file, the patches that changed it with those changes, and
 * how it was before them.
 */
function dataOf(id: string): LoadedData {
  const isOwn = ({ target }: { target: string }) =>
    `${target}/`.startsWith(`heroes/${id}/`) || target.startsWith("roles/");
  const { oldest, game } = REAL;
  const ofOldest = Object.entries(oldest?.value.heroes ?? {}).filter(([hero]) => hero === id);
  return {
    ...REAL,
    heroes: REAL.heroes.filter(({ value }) => value.id === id),
    patches: REAL.patches
      .map(({ file, value }) => ({ file, value: ownSteps(value, isOwn) }))
      .filter(({ value }) => stepsOf(value).length > 0 || value.id === game?.value.historyFrom),
    oldest: oldest && {
      ...oldest,
      value: { ...oldest.value, heroes: Object.fromEntries(ofOldest) },
    },
    exceptions: undefined, // most are about other heroes
    gaps: REAL.gaps && { ...REAL.gaps, value: { ...REAL.gaps.value, gaps: [] } },
  };
}

const TODAY = stateOf(wholeData(REAL));

const RECORDED = REAL.patches.flatMap(({ value }) => value.changes.map(({ target }) => target));

/**
 * Every number that is in the data today and that several patches of the real record changed,
 * or a kit around it.
 */
export const RECORDED_NUMBERS = [...new Set(RECORDED)]
  .filter(
    (target) => resolveTarget(target).kind === "modelled" && typeof todayAt(target) === "number",
  )
  .filter((target) => RECORDED.filter((other) => `${target}/`.startsWith(`${other}/`)).length > 1)
  .sort();

function todayAt(target: string): unknown {
  return slotOf(TODAY, target)?.get();
}

type RecordedNumber = { target: string; data: LoadedData; statesOfHero: GameState[] };

const HEROES = [...new Set(RECORDED_NUMBERS.map((target) => target.split("/")[1] ?? ""))].map(
  (hero) => {
    const data = dataOf(hero);
    return { hero, data, statesOfHero: states(data) };
  },
);

/** Each of `RECORDED_NUMBERS`, with all that the data holds of its hero. */
export const NUMBERS: RecordedNumber[] = HEROES.flatMap(({ hero, ...rest }) =>
  RECORDED_NUMBERS.filter((target) => target.startsWith(`heroes/${hero}/`)).map((target) => {
    return { target, ...rest };
  }),
);

/** Describes that each of some numbers can be corrected, and what that changes. */
export function expectRightCorrections(numbers: readonly RecordedNumber[]): void {
  describe.each(numbers)("the real $target", ({ target, data, statesOfHero }) => {
    const wrong = todayAt(target);
    const right = 12345;
    const corrected = correct(data, target, right);

    it("can be corrected, and the record joins as before", () => {
      expect(problems(corrected.data)).toEqual([]);
    });

    it("is right in every state from where the wrong value arrived, and as it was before", () => {
      const before = valuesIn(statesOfHero, target);
      const arrived = before.findIndex((value) => value !== wrong);
      const expected = before.map((value, at) => (arrived === -1 || at < arrived ? right : value));
      expect(valuesIn(states(corrected.data), target)).toEqual(expected);
    });

    it("gives no patch a change more or less", () => {
      const targets = ({ patches }: LoadedData) =>
        patches.map(({ value }) => value.changes.map((change) => change.target));
      expect(targets(corrected.data)).toEqual(targets(data));
    });
  });
}
