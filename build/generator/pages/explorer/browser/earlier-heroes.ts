import type { ComparableHero, ComparableHeroes, StoredHeroes } from "./data.ts";

/** Completes the states of all heroes as they are stored. */
export function withParts({ parts, heroes, patches }: StoredHeroes): ComparableHeroes {
  const partsAt = (places: readonly number[]) => places.flatMap((place) => parts[place] ?? []);
  const whole = (hero: ComparableHero<number>): ComparableHero => ({
    ...hero,
    abilities: partsAt(hero.abilities),
    perks: partsAt(hero.perks),
  });
  return {
    patches,
    heroes: heroes.map(({ state, past, ...hero }) => ({
      ...hero,
      state: whole(state),
      past: past.map(([until, then]) => [until, then && whole(then)]),
    })),
  };
}

/** A hero as of today, or as of a patch; undefined if the hero was not in the game yet. */
export function heroAsOf(
  { state, past }: ComparableHeroes["heroes"][number],
  patch?: string,
): ComparableHero | undefined {
  // States are latest first. The last one that ended after the patch is the one of the patch.
  const ended = patch === undefined ? undefined : past.findLast(([until]) => until > patch);
  return ended === undefined ? state : (ended[1] ?? undefined);
}

/** The ids of `?h=Ana,mercy`, each once, in lower case. */
export function heroesOfQuery(query: string): string[] {
  const ids = (new URLSearchParams(query).get("h") ?? "").toLowerCase().split(",");
  return [...new Set(ids)].filter((id) => id !== "");
}

/** A patch by its id, or the newest one up to a day; undefined if there is none. */
export function patchAsOf(
  patches: ComparableHeroes["patches"],
  asked: string,
): ComparableHeroes["patches"][number] | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(-[a-z])?$/.test(asked)) return undefined;
  const isDay = asked.length === "2026-10-06".length;
  return patches.find(([id]) => (isDay ? id.slice(0, asked.length) <= asked : id === asked));
}
