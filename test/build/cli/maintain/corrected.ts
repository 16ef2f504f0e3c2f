import { type Corrected, correctValue } from "../../../../build/cli/maintain/correct-value.ts";
import { PACKAGE_DATA } from "../../../../build/core/package.ts";
import type { GameState } from "../../../../build/core/schema/collections.ts";
import { checkValues, wholeData } from "../../../../build/generator/data/check-data.ts";
import { checkHistory } from "../../../../build/generator/data/checks/rebuild-proof.ts";
import { type LoadedData, loadData } from "../../../../build/generator/data/load-data.ts";
import { figureTarget, slotOf } from "../../../../build/generator/history/address.ts";
import { stepsOf, walkBack } from "../../../../build/generator/history/rewind.ts";
import { stateOf } from "../../../../build/generator/history/state.ts";

/** The real data with the files of its values, which no test changes. */
export const REAL: LoadedData = loadData(PACKAGE_DATA).data;

/** Why and when the tests correct a value. */
export const about = { reason: "Read from the wrong column.", date: "2099-02-01" };

export function correct(data: LoadedData, target: string, value: unknown): Corrected {
  return correctValue(data, { ...about, target, value });
}

/** Targets of figures of the oldest state that no patch touches, in today's kits too. */
export function untouchedFigures(): string[] {
  const touched = REAL.patches.flatMap(({ value }) => stepsOf(value).map(({ change }) => change));
  return Object.keys(REAL.oldest?.value.values ?? {}).filter(
    (target) =>
      figureTarget(target) !== undefined &&
      !touched.some((change) => `${target}/`.startsWith(`${change.target}/`)),
  );
}

/** What the checks say of data in memory. */
export function problems(data: LoadedData): string[] {
  // An invented value fits no printed step, and may be more unusual than those that are; the data
  // of one hero has no gaps of several.
  const others = ["percent-step", "step-without-values", "one-family", "needless-exception"];
  return [...checkValues(data), ...checkHistory(data)].flatMap(({ code, file, message }) =>
    others.includes(code) ? [] : [`${file}: ${message}`],
  );
}

/** The state after every patch of a record, newest first. */
export function states(data: LoadedData): GameState[] {
  const whole = wholeData(data);
  return [...walkBack(stateOf(whole), whole.patches)].map(({ state }) => state);
}

/** What is at a target in each of some states. */
export function valuesIn(all: readonly GameState[], target: string): unknown[] {
  return all.map((state) => slotOf(state, target)?.get());
}
