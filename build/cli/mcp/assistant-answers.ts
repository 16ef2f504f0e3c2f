import { type Names, namesOf } from "../../client/names.ts";
import { SLOTS } from "../../client/slots.ts";
import type { Figure, HeroDetails, PatchDetails } from "../../core/schema/details.ts";
import { heroDetails, patchDetails } from "../../generator/data/details.ts";
import {
  type GameData,
  newestPatch,
  offeredPatches,
  type Reference,
  referenceAsOf,
} from "../../generator/data/reference.ts";

/** A fact as JSON, or a refusal that says what to do. */
export type ToolAnswer = { found: object } | { refused: string };

/** How many changes one answer has, some 20 KB of JSON. */
const MOST_CHANGES = 50;

/** Only a deployment has addresses of pictures, so every answer leaves them out. */
const NO_ADDRESSES = { baseUrl: "", assetsUrl: "" };

/** The answers of the tools, from checked data. Names resolve by the API's rule. */
export class AssistantAnswers {
  readonly #data: GameData;
  readonly #names: Names;
  readonly #now: Reference;

  constructor(data: GameData) {
    this.#data = data;
    this.#names = namesOf(data);
    this.#now = referenceAsOf(data, newestPatch(data), NO_ADDRESSES);
  }

  lookup(name: string): ToolAnswer {
    const found = this.#names.meanings(name);
    if (found.length === 0) return this.#unknown(name);
    return { found: { name, patch: this.#now.patch, found } };
  }

  hero(name: string, asOf?: string): ToolAnswer {
    const id = this.#names.heroes.resolve(name)?.id;
    if (id === undefined) return this.#unknown(name);
    const at = this.#referenceAt(asOf);
    if (typeof at === "string") return { refused: at };
    const found = at.heroes.find((one) => one.id === id);
    if (found === undefined) return notYet(id, at);
    const { portrait: _, ...facts } = found;
    return { found: { patch: at.patch, hero: facts, details: this.#detailsOf(id, at) } };
  }

  map(name: string, asOf?: string): ToolAnswer {
    const id = this.#names.maps.resolve(name)?.id;
    if (id === undefined) return this.#unknown(name);
    const at = this.#referenceAt(asOf);
    if (typeof at === "string") return { refused: at };
    const found = at.maps.find((one) => one.id === id);
    if (found === undefined) return notYet(id, at);
    const { thumbnail: _, variants, ...facts } = found;
    const named = variants.map(({ id, name }) => ({ id, name }));
    return { found: { patch: at.patch, map: { ...facts, variants: named } } };
  }

  patch(id: string): ToolAnswer {
    const { patch: newest, patches } = this.#now;
    const wanted = id === "latest" ? newest : id;
    if (patches.some((one) => one.id === wanted)) return { found: patchDetails(this.#now, wanted) };
    const newestOnes = patches.slice(0, 3).map((one) => one.id);
    return { refused: `No patch ${wanted} is recorded. The newest are ${newestOnes.join(", ")}.` };
  }

  compare(wanted: readonly string[], asOf?: string): ToolAnswer {
    const { heroes } = this.#names;
    const lost = wanted.find((name) => heroes.resolve(name) === undefined);
    if (lost !== undefined) return this.#unknown(lost);
    const at = this.#referenceAt(asOf);
    if (typeof at === "string") return { refused: at };
    const ids = wanted.flatMap((name) => heroes.resolve(name)?.id ?? []);
    const absent = ids.find((id) => !at.heroes.some((one) => one.id === id));
    if (absent !== undefined) return notYet(absent, at);
    const details = ids.map((id) => this.#detailsOf(id, at));
    const labels = new Map(this.#data.figures.figures.map(({ name, label }) => [name, label]));
    const values = comparedValues(details, labels);
    return { found: { patch: at.patch, heroes: ids, values } };
  }

  /** Changes since a date, newest patch first, at most `MOST_CHANGES` from number `offset` on. */
  changes(since: string, name?: string, offset = 0): ToolAnswer {
    const thing = name === undefined ? undefined : this.#pathOf(name);
    if (name !== undefined && thing === undefined) return this.#unknown(name);
    const all = this.#now.patches
      .filter(({ date }) => date >= since)
      .flatMap(({ id }) => changesOf(patchDetails(this.#now, id), thing));
    const end = offset + MOST_CHANGES;
    return {
      found: {
        since,
        upTo: this.#now.patch,
        total: all.length,
        changes: all.slice(offset, end),
        nextOffset: end < all.length ? end : null,
      },
    };
  }

  /** A hero's details, each value with the address where it was read, as far as that is known. */
  #detailsOf(id: string, at: Reference): HeroDetails {
    const details = heroDetails(at, id);
    const notes = new Map(at.patches.map((patch) => [patch.id, patch.sourceUrl]));
    const cited = <Value extends Pick<Figure, "since" | "source">>(value: Value): Value => {
      const source = value.source ?? notes.get(value.since ?? "");
      return source ? { ...value, source } : value;
    };
    const citedFigures = <Owner extends { figures: Figure[] }>(owner: Owner): Owner => ({
      ...owner,
      figures: owner.figures.map(cited),
    });
    return {
      ...details,
      health: details.health.map(cited),
      abilities: details.abilities.map(citedFigures),
      perks: details.perks.map((perk) => citedFigures(cited(perk))),
    };
  }

  /** The game as of a date, or a text that says why there is none. */
  #referenceAt(asOf: string | undefined): Reference | string {
    if (asOf === undefined) return this.#now;
    const patches = offeredPatches(this.#data);
    const patch = patches.find(({ id, date }) => id === asOf || date <= asOf);
    if (patch !== undefined) return referenceAsOf(this.#data, patch.id, NO_ADDRESSES);
    return `Nothing is on record as of ${asOf}. The earliest date is ${patches.at(-1)?.date}.`;
  }

  #unknown(name: string): ToolAnswer {
    const near = this.#names.nearest(name).map(({ spelling, path }) => `${spelling} (${path})`);
    const hint = near.length === 0 ? "" : ` Did you mean ${near.join(" or ")}?`;
    return { refused: `No hero or map is called ${JSON.stringify(name)}.${hint}` };
  }

  #pathOf(name: string): string | undefined {
    const hero = this.#names.heroes.resolve(name);
    if (hero !== undefined) return `heroes/${hero.id}`;
    const map = this.#names.maps.resolve(name);
    return map === undefined ? undefined : `maps/${map.id}`;
  }
}

function notYet(id: string, { patch }: Reference): ToolAnswer {
  return { refused: `${id} was not in the game yet as of ${patch}.` };
}

/** The changes of a patch, of one thing or of all. */
function changesOf({ id, date, sourceUrl, changes }: PatchDetails, thing = "") {
  return changes
    .filter(({ target }) => `${target}/`.startsWith(thing && `${thing}/`))
    .map(({ text, effect, scope, note, source }) => ({
      ...{ patch: id, date, text, effect, scope, note },
      source: source ?? sourceUrl,
    }));
}

/** A row for each value that at least two heroes have. Abilities are compared by their slots. */
function comparedValues(
  heroes: readonly HeroDetails[],
  labels: ReadonlyMap<string, string>,
): object[] {
  type Compared = Pick<Figure, "value" | "since" | "source">;
  const rows = new Map<string, { value: string; unit: string; of: Record<string, Compared> }>();
  for (const { id, health, abilities } of heroes) {
    const slots = abilities.map((ability, at) => ({
      name: SLOTS[at] ?? ability.kind,
      figures: ability.figures,
    }));
    for (const { name, figures } of [{ name: "health", figures: health }, ...slots]) {
      for (const { field, unit, value, since, source } of figures) {
        const key = `${name}: ${labels.get(field) ?? field}`;
        const row = rows.get(key) ?? { value: key, unit, of: {} };
        row.of[id] ??= { value, since, source };
        rows.set(key, row);
      }
    }
  }
  return [...rows.values()].filter(({ of }) => Object.keys(of).length > 1);
}
