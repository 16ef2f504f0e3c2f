import type { GameState } from "../../core/schema/collections.ts";
import type { PatchFile } from "../../core/schema/patch.ts";

/** A hero, a map or an ability that a state does not have, or has under another name. */
type AbsentThing = { path: string; name: string; spellings: string[]; note: string };

/** When a thing came, and when it last went. */
type Stay = { name: string; from?: string; until?: string };

/**
 * The heroes, maps and abilities that the record has and the state of a patch has not, each with
 * the day from which or until which it is known, and the names that the others had before.
 */
export function absentThings(
  patches: readonly PatchFile[],
  patch: string,
  state: GameState,
): AbsentThing[] {
  const present = new Set([
    ...state.maps.map(({ id }) => `maps/${id}`),
    ...state.heroes.flatMap(({ id, abilities, perks = [] }) => [
      `heroes/${id}`,
      ...abilities.map((ability) => `heroes/${id}/abilities/${ability.id}`),
      ...perks.map((perk) => `heroes/${id}/perks/${perk.id}`),
    ]),
  ]);
  const absent = [...staysOf(patches, patch)].flatMap(([path, { name, from, until }]) => {
    if (present.has(path)) return [];
    const note = until === undefined ? `known from ${from} on` : `until ${until}`;
    return [{ path, name, spellings: [name], note }];
  });
  return [...absent, ...formerNames(patches, patch).filter(({ path }) => present.has(path))];
}

/** The names that things had until a patch gave them another. */
function formerNames(patches: readonly PatchFile[], asOf: string): AbsentThing[] {
  return patches.flatMap(({ id, date, changes }) =>
    changes.flatMap(({ target, from, to }) => {
      const [, path] = /^(.+)\/(?:name|names\/en)$/.exec(target) ?? [];
      if (path === undefined || id > asOf || typeof from !== "string") return [];
      return [{ path, name: `${to}`, spellings: [from], note: `until ${date}` }];
    }),
  );
}

/** The things that come later than a patch, and those that went before, by path. */
function staysOf(patches: readonly PatchFile[], asOf: string): Map<string, Stay> {
  const stays = new Map<string, Stay>();
  for (const { id, date, changes } of patches.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    for (const { target, from, to } of changes) {
      const now = new Set(thingsIn(target, to).map(([path]) => path));
      for (const [path, name] of thingsIn(target, to))
        stays.set(path, { from: date, ...stays.get(path), name });
      for (const [path, name] of thingsIn(target, from))
        if (id <= asOf && !now.has(path))
          stays.set(path, { ...stays.get(path), name, until: date });
    }
  return stays;
}

/** The things with names that one side of a change has whole, each with its path. */
function thingsIn(target: string, side: unknown): [path: string, name: string][] {
  if (/^heroes\/[^/]+\/abilities$/.test(target) && Array.isArray(side))
    return side.flatMap((ability) => named(`${target}/${ability.id}`, ability));
  if (!/^(maps\/[^/]+|heroes\/[^/]+(\/abilities\/[^/]+)?)$/.test(target)) return [];
  const abilities: unknown = Object(side).abilities;
  return [...named(target, side), ...thingsIn(`${target}/abilities`, abilities)];
}

function named(path: string, thing: unknown): [path: string, name: string][] {
  const name: unknown = Object(thing).name ?? Object(Object(thing).names).en;
  return typeof name === "string" ? [[path, name]] : [];
}
