import type { HeroDetails } from "../schema/details.ts";
import type { Hero } from "../schema/hero.ts";
import type { HeroHistory } from "../schema/history.ts";
import { isUpTo } from "./day.ts";

/** A whole state of a hero. `since` is the patch that made it. */
export type HeroInTime<
  Ability = HeroDetails["abilities"][number],
  Perk = HeroDetails["perks"][number],
> = Omit<HeroDetails, "id" | "gaps" | "abilities" | "perks"> & {
  since: string;
  abilities: Ability[];
  perks: Perk[];
};

/** As much of a hero's history as its states are made from. */
type States<Ability, Perk> = Pick<HeroHistory, "states"> & {
  abilities: readonly Ability[];
  perks: readonly Perk[];
};

/** The whole state of a history on a day, or after a patch; undefined before its first one. */
export function stateAsOf<Ability, Perk>(
  history: States<Ability, Perk>,
  day: string,
): HeroInTime<Ability, Perk> | undefined {
  const at = history.states.findIndex(({ since }) => isUpTo(since, day));
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

/** The health of a hero in the shape of the API: every kind, and their sum. */
export function healthOf(pools: readonly HeroDetails["health"][number][]): Hero["health"] {
  const of = (kind: string) => Number(pools.find(({ field }) => field === kind)?.value ?? 0);
  const standard = of("standard");
  const armor = of("armor");
  const shields = of("shields");
  return { standard, armor, shields, total: standard + armor + shields };
}
