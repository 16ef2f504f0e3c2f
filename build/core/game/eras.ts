/** The first day of Overwatch 2: 5v5 instead of 6v6, other kits, and role passives. */
const OVERWATCH_2_SINCE = "2022-10-04";

/** What the game was before, in the words of the pages. */
export const OVERWATCH_1 = "Overwatch 1, 6v6";

/** Whether a day is of Overwatch 1, which is a game of its own. */
export function isOverwatch1(date: string): boolean {
  return date < OVERWATCH_2_SINCE;
}

/** The patches of the newest patch's game, newest first: those of Overwatch 1 are not news in 2. */
export function ofItsGame<P extends { date: string }>(patches: readonly P[]): P[] {
  const [newest] = patches;
  return patches.filter(({ date }) => isOverwatch1(date) === isOverwatch1(newest?.date ?? ""));
}
