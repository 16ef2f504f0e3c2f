import type { HeroDetails } from "../schema/details.ts";
import type { Hero } from "../schema/hero.ts";
import type { HeroHistory } from "../schema/history.ts";
import { isUpTo } from "./day.ts";

/** A whole state, with its own abilities and perks. `since` is the patch that made it. */
type InTime<State, Ability, Perk> = {
  [Key in Exclude<keyof State, "abilities" | "perks">]-?: Exclude<State[Key], undefined>;
} & { abilities: Ability[]; perks: Perk[] };

export type HeroInTime = InTime<
  HeroHistory["states"][number],
  HeroDetails["abilities"][number],
  HeroDetails["perks"][number]
>;

type State = { since: string };

/** As much of a hero's history as its states are made from. */
type States<Own, Ability, Perk> = {
  states: readonly Own[];
  abilities: readonly Ability[];
  perks: readonly Perk[];
};

/** The whole of the newest state up to a day or a patch; undefined before the first one. */
export function wholeAsOf<Own extends State>(
  states: readonly Own[],
  day: string,
): { [Key in keyof Own]-?: Exclude<Own[Key], undefined> } | undefined {
  const at = states.findIndex(({ since }) => isUpTo(since, day));
  return at === -1 ? undefined : Object.assign({}, ...states.slice(0, at + 1));
}

/**
 * The whole state of a hero's history on a day, or after a patch; undefined before its first.
 * @example stateAsOf(await api.history("ana"), "2026-08-11")?.health
 */
export function stateAsOf<
  Own extends State & { abilities?: unknown; perks?: unknown },
  Ability,
  Perk,
>(history: States<Own, Ability, Perk>, day: string): InTime<Own, Ability, Perk> | undefined {
  const state = wholeAsOf(history.states, day);
  const partsOf = <Part>(all: readonly Part[], places: unknown) =>
    (places as number[]).map((place) => all[place]);
  return (
    state &&
    ({
      ...state,
      abilities: partsOf(history.abilities, state.abilities),
      perks: partsOf(history.perks, state.perks),
    } as InTime<Own, Ability, Perk>)
  );
}

/** The health of a hero in the shape of the API: every kind, and their sum. */
export function healthOf(
  pools: readonly Pick<HeroDetails["health"][number], "field" | "value">[],
): Hero["health"] {
  const of = (kind: string) => Number(pools.find(({ field }) => field === kind)?.value ?? 0);
  const standard = of("standard");
  const armor = of("armor");
  const shields = of("shields");
  return { standard, armor, shields, total: standard + armor + shields };
}

/** The cooldown among the figures of an ability; null where it has none. */
export function cooldownOf(figures: HeroDetails["health"]): number | null {
  const value = figures.find(({ field }) => field === "cooldown")?.value;
  return typeof value === "number" ? value : null;
}
