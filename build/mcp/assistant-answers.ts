import { heroDetails, patchDetails } from "../data/details.ts";
import { namesOf } from "../data/names.ts";
import {
  type GameData,
  newestPatch,
  offeredPatches,
  type Reference,
  referenceAsOf,
} from "../data/reference.ts";
import type { HeroDetails } from "../schema/details.ts";

/** A fact as JSON, or a refusal that says what to do. */
export type Answer = { found: object } | { refused: string };

export type Answers = {
  lookup: (name: string) => Answer;
  hero: (name: string, asOf?: string) => Answer;
  map: (name: string, asOf?: string) => Answer;
  patch: (id: string) => Answer;
  compare: (names: readonly string[], asOf?: string) => Answer;
  changes: (since: string, name?: string) => Answer;
};

/** Addresses of pictures are a deployment's to tell, so they are left out of every answer. */
const NO_ADDRESSES = { baseUrl: "", assetsUrl: "" };

/** What the tools answer, from checked data. Names resolve by the rule of the site. */
export function createAnswers(data: GameData): Answers {
  const names = namesOf(data);
  const now = referenceAsOf(data, newestPatch(data), NO_ADDRESSES);

  /** The game as of a date, or why it cannot be told. */
  const referenceAt = (asOf: string | undefined): Reference | string => {
    if (asOf === undefined) return now;
    const patches = offeredPatches(data);
    const patch = patches.find(({ id, date }) => id === asOf || date <= asOf);
    if (patch !== undefined) return referenceAsOf(data, patch.id, NO_ADDRESSES);
    return `Nothing is on record as of ${asOf}. The earliest date is ${patches.at(-1)?.date}.`;
  };

  const unknown = (name: string): Answer => {
    const near = names.nearest(name).map(({ spelling, path }) => `${spelling} (${path})`);
    const hint = near.length === 0 ? "" : ` Did you mean ${near.join(" or ")}?`;
    return { refused: `No hero or map is called ${JSON.stringify(name)}.${hint}` };
  };

  const hero = (name: string, asOf?: string): Answer => {
    const id = names.heroes.resolve(name)?.id;
    if (id === undefined) return unknown(name);
    const at = referenceAt(asOf);
    if (typeof at === "string") return { refused: at };
    const found = at.heroes.find((one) => one.id === id);
    if (found === undefined) return { refused: `${id} was not in the game yet as of ${at.patch}.` };
    const { portrait: _, ...facts } = found;
    return { found: { patch: at.patch, hero: facts, details: heroDetails(at, id) } };
  };

  const map = (name: string, asOf?: string): Answer => {
    const id = names.maps.resolve(name)?.id;
    if (id === undefined) return unknown(name);
    const at = referenceAt(asOf);
    if (typeof at === "string") return { refused: at };
    const found = at.maps.find((one) => one.id === id);
    if (found === undefined) return { refused: `${id} was not in the game yet as of ${at.patch}.` };
    const { thumbnail: _, variants, ...facts } = found;
    const named = variants.map(({ id, name }) => ({ id, name }));
    return { found: { patch: at.patch, map: { ...facts, variants: named } } };
  };

  const patch = (id: string): Answer => {
    const wanted = id === "latest" ? now.patch : id;
    const isKnown = now.patches.some((one) => one.id === wanted);
    if (isKnown) return { found: patchDetails(now, wanted) };
    const newest = now.patches.slice(0, 3).map((one) => one.id);
    return { refused: `No patch ${wanted} is recorded. The newest are ${newest.join(", ")}.` };
  };

  const compare = (wanted: readonly string[], asOf?: string): Answer => {
    const lost = wanted.find((name) => names.heroes.resolve(name) === undefined);
    if (lost !== undefined) return unknown(lost);
    const at = referenceAt(asOf);
    if (typeof at === "string") return { refused: at };
    const ids = wanted.flatMap((name) => names.heroes.resolve(name)?.id ?? []);
    const absent = ids.find((id) => !at.heroes.some((one) => one.id === id));
    if (absent !== undefined)
      return { refused: `${absent} was not in the game yet as of ${at.patch}.` };
    const rows = comparedValues(
      ids.map((id) => heroDetails(at, id)),
      labelsOf(data),
    );
    return { found: { patch: at.patch, heroes: ids, values: rows } };
  };

  const changes = (since: string, name?: string): Answer => {
    const thing = name === undefined ? undefined : pathOf(name);
    if (name !== undefined && thing === undefined) return unknown(name);
    const isAbout = (target: string) => thing === undefined || `${target}/`.startsWith(`${thing}/`);
    const patches = now.patches
      .filter(({ date }) => date >= since)
      .map(({ id }) => {
        const { name, date, completeness, changes } = patchDetails(now, id);
        const own = changes.filter(({ target }) => isAbout(target));
        return {
          patch: id,
          date,
          name,
          completeness,
          changes: own.map(({ text, effect, scope, note, source }) => ({
            text,
            effect,
            scope,
            note,
            source,
          })),
        };
      })
      .filter(({ changes }) => changes.length > 0);
    return { found: { since, upTo: now.patch, patches } };
  };

  const pathOf = (name: string): string | undefined => {
    const hero = names.heroes.resolve(name);
    if (hero !== undefined) return `heroes/${hero.id}`;
    const map = names.maps.resolve(name);
    return map === undefined ? undefined : `maps/${map.id}`;
  };

  const lookup = (name: string): Answer => {
    const found = names.meanings(name);
    return found.length === 0 ? unknown(name) : { found: { name, patch: now.patch, found } };
  };

  return { lookup, hero, map, patch, compare, changes };
}

/** The slots that a figure may be of, in the order of a kit. */
const SLOTS = ["Ability 1", "Ability 2", "Ultimate"] as const;

/** What each field of a figure is called, by its name. */
function labelsOf({ figures }: GameData): ReadonlyMap<string, string> {
  return new Map(figures.figures.map(({ name, label }) => [name, label]));
}

/** One row for each value that at least two of the heroes have: by slot, since names differ. */
function comparedValues(
  heroes: readonly HeroDetails[],
  labels: ReadonlyMap<string, string>,
): object[] {
  const rows = new Map<
    string,
    { value: string; unit: string | null; of: Record<string, unknown> }
  >();
  for (const { id, health, abilities } of heroes) {
    const slots = abilities.map((ability, at) => ({
      name: SLOTS[at] ?? ability.kind,
      figures: ability.figures,
    }));
    for (const { name, figures } of [{ name: "health", figures: health }, ...slots]) {
      for (const { field, unit, value } of figures) {
        const key = `${name}: ${labels.get(field) ?? field}`;
        const row = rows.get(key) ?? { value: key, unit, of: {} };
        row.of[id] ??= value;
        rows.set(key, row);
      }
    }
  }
  return [...rows.values()].filter(({ of }) => Object.keys(of).length > 1);
}
