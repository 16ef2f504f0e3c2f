import type {
  ComparableHero,
  ComparableHeroes,
  EarlierHero,
  StoredAbility,
  StoredState,
} from "./data.ts";

type Stored = ComparableHeroes["heroes"][number];

/** A hero as of today, or as of a patch; undefined if the hero was not in the game yet. */
export function heroAsOf(
  { id, monogram, state, past }: Stored,
  fields: ComparableHeroes["fields"],
  patch?: string,
): ComparableHero | undefined {
  // States are latest first. The last one that ended after the patch is the one of the patch.
  const ended = patch === undefined ? undefined : past.findLast(([until]) => until > patch);
  const then = ended === undefined ? state : earlierState(ended, state);
  if (then === undefined) return undefined;
  const { abilities, ...facts } = then;
  return {
    id,
    monogram,
    ...facts,
    abilities: abilities.map(([kind, name, figures]) => ({
      kind,
      name,
      figures: figures.flatMap((field, at) => {
        const [label = "", unit = ""] = fields[field] ?? [];
        return at % 2 === 0 ? [[label, figures[at + 1] ?? 0, unit] as const] : [];
      }),
    })),
  };
}

function earlierState([, change]: EarlierHero, today: StoredState): StoredState | undefined {
  if (change === null) return undefined;
  return {
    ...today,
    ...change,
    abilities: change.abilities.flatMap((ability): StoredAbility[] => {
      if (typeof ability !== "number" && isWhole(ability)) return [ability];
      const [at, differences] = typeof ability === "number" ? [ability, []] : ability;
      const same = today.abilities[at];
      return same === undefined ? [] : [withDifferences(same, differences)];
    }),
  };
}

function isWhole(
  ability: StoredAbility | readonly [number, readonly (number | null)[]],
): ability is StoredAbility {
  return typeof ability[0] === "string";
}

function withDifferences(
  [kind, name, figures]: StoredAbility,
  differences: readonly (number | null)[],
): StoredAbility {
  const values = new Map<number, number | null>();
  for (const flat of [figures, differences])
    for (let at = 0; at < flat.length; at += 2) values.set(flat[at] ?? 0, flat[at + 1] ?? null);
  const left = [...values].flatMap(([field, value]) => (value === null ? [] : [field, value]));
  return [kind, name, left];
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
