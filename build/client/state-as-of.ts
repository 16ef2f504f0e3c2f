import type * as api from "./api.ts";

/** A whole state of a hero. `since` is the patch that made it. */
export type HeroInTime = Omit<api.HeroDetails, "id" | "gaps"> & { since: string };

/** The whole state of a history on a day; undefined before its first one. */
export function stateAsOf(history: api.HeroHistory, day: string): HeroInTime | undefined {
  const last = day.length === 10 ? `${day}-z` : day; // the last patch of the day
  const at = history.states.findIndex(({ since }) => since <= last);
  if (at === -1) return undefined;
  const state = Object.assign({}, ...history.states.slice(0, at + 1));
  const part =
    <Part>(all: readonly Part[]) =>
    (place: number) =>
      all[place];
  return {
    ...state,
    abilities: state.abilities.map(part(history.abilities)),
    perks: state.perks.map(part(history.perks)),
  };
}
