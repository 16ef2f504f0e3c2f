import type * as api from "./api.ts";

/** A whole state of a hero. `since` is the patch that made it. */
export type HeroInTime<
  Ability = api.HeroDetails["abilities"][number],
  Perk = api.HeroDetails["perks"][number],
> = Omit<api.HeroDetails, "id" | "gaps" | "abilities" | "perks"> & {
  since: string;
  abilities: Ability[];
  perks: Perk[];
};

/** As much of a hero's history as its states are made from. */
type States<Ability, Perk> = Pick<api.HeroHistory, "states"> & {
  abilities: readonly Ability[];
  perks: readonly Perk[];
};

/** The whole state of a history on a day, or after a patch; undefined before its first one. */
export function stateAsOf<Ability, Perk>(
  history: States<Ability, Perk>,
  day: string,
): HeroInTime<Ability, Perk> | undefined {
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

/** The health of a hero in the shape of the API: every kind, and their sum. */
export function healthOf(pools: readonly api.HeroDetails["health"][number][]): api.Hero["health"] {
  const of = (kind: string) => Number(pools.find(({ field }) => field === kind)?.value ?? 0);
  const standard = of("standard");
  const armor = of("armor");
  const shields = of("shields");
  return { standard, armor, shields, total: standard + armor + shields };
}
