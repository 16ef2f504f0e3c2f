import type {
  ComparableHero,
  ComparableHeroes,
  EarlierHero,
  StoredAbility,
  StoredState,
} from "./data.ts";

type Stored = ComparableHeroes["heroes"][number];

/** A hero as of today, or as of a patch; undefined where the hero was not there yet. */
export function heroAsOf(
  { id, monogram, state, past }: Stored,
  fields: ComparableHeroes["fields"],
  patch?: string,
): ComparableHero | undefined {
  // The states stand latest first: the last that ended after the patch is the one that it left.
  const ended = patch === undefined ? undefined : past.findLast(([until]) => until > patch);
  const then = ended === undefined ? state : stateOf(ended, state);
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

function stateOf([, change]: EarlierHero, today: StoredState): StoredState | undefined {
  if (change === null) return undefined;
  return {
    ...today,
    ...change,
    abilities: change.abilities.flatMap((ability): StoredAbility[] => {
      if (typeof ability !== "number" && isWhole(ability)) return [ability];
      const [at, otherwise] = typeof ability === "number" ? [ability, []] : ability;
      const same = today.abilities[at];
      return same === undefined ? [] : [changed(same, otherwise)];
    }),
  };
}

function isWhole(
  ability: StoredAbility | readonly [number, readonly (number | null)[]],
): ability is StoredAbility {
  return typeof ability[0] === "string";
}

function changed(
  [kind, name, figures]: StoredAbility,
  otherwise: readonly (number | null)[],
): StoredAbility {
  const values = new Map<number, number | null>();
  for (const flat of [figures, otherwise])
    for (let at = 0; at < flat.length; at += 2) values.set(flat[at] ?? 0, flat[at + 1] ?? null);
  const left = [...values].flatMap(([field, value]) => (value === null ? [] : [field, value]));
  return [kind, name, left];
}

/** The ids of `?h=Ana,mercy`, each once, in lower case. */
export function heroesOfQuery(query: string): string[] {
  const ids = (new URLSearchParams(query).get("h") ?? "").toLowerCase().split(",");
  return [...new Set(ids)].filter((id) => id !== "");
}

/**
 * The newest patch on or before a day or a patch; undefined where none is that old, or it is no
 * day.
 */
export function patchAsOf(
  patches: ComparableHeroes["patches"],
  asked: string,
): ComparableHeroes["patches"][number] | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(-[a-z])?$/.test(asked)) return undefined;
  const isDay = asked.length === "2026-10-06".length;
  return patches.find(([id]) => (isDay ? id.slice(0, asked.length) <= asked : id === asked));
}
