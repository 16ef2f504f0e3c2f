import { fillPath } from "../../core/schema/operations.ts";
import type { Site } from "../../core/site/site.ts";
import type { Reference } from "../documents/contract.ts";

/** Longer examples are shortened. The site's own address does not count, so all show the same. */
const MOST_EXAMPLE_BYTES = 4_000;

/** Entries of a list, where whole items would be too long. The kit of a hero has no fewer. */
const MOST_SHOWN = 3;

/** No shape of an answer has more; what has more is a list by key. */
const MOST_PROPERTIES = 20;

/** What every parameter is in the examples, and the name of the hero. Used together, they give a result. */
export type ExampleValues = Record<
  | "game"
  | "hero"
  | "heroName"
  | "map"
  | "role"
  | "rule"
  | "patch"
  | "language"
  | "since"
  | "until"
  | "kind",
  string
>;

/**
 * A hero whose name needs care, a map that has variants, the newest patch with changes; the filters
 * let at least that patch through.
 */
export function exampleValues(reference: Reference): ExampleValues {
  const { game, heroes, maps, patches, patch: newest } = reference;
  const hero = heroes.find(({ name }) => /[^ -~]/.test(name)) ?? heroes[0];
  const map = maps.find(({ variants }) => variants.length > 0) ?? maps[0];
  const patch = patches.find(({ changes }) => changes.length > 0);
  return {
    game: game.id,
    hero: hero?.id ?? "nobody",
    heroName: hero?.name ?? "Nobody",
    map: map?.id ?? "nowhere",
    role: reference.roles[0]?.id ?? "tank",
    rule: "competitive",
    patch: patch?.id ?? newest,
    language: "ko",
    since: patch?.date ?? newest.slice(0, 10),
    until: newest.slice(0, 10),
    kind: patch?.kind ?? patches[0]?.kind ?? "season",
  };
}

/**
 * A real answer of this site to a path's template. Of a long collection it has the first items, so
 * that the description stays readable.
 */
export function exampleAnswer(
  site: Site,
  template: string,
  { values, baseUrl }: { values: ExampleValues; baseUrl: string },
): object {
  const path = fillPath(template, values);
  const value = site.documentAt(path);
  if (value === undefined) return {}; // a game without heroes or maps has no answer to show
  if (isShort(value, baseUrl)) return { examples: { real: { summary: path, value } } };
  const summary = `${path}, shortened`;
  const whole = `the whole answer is at ${baseUrl}${path}.`;
  const items: unknown[] = "data" in value && Array.isArray(value.data) ? value.data : [];
  const data = firstItems(items, baseUrl);
  if (items.length > 0 && isShort(data, baseUrl)) {
    const description = `The first ${data.length} of ${items.length} items; ${whole}`;
    return { examples: { real: { summary, description, value: { ...value, data } } } };
  }
  const description = `Of each list the first ${MOST_SHOWN} entries; ${whole}`;
  return { examples: { real: { summary, description, value: firstEntries(value) } } };
}

function isShort(value: object, baseUrl: string): boolean {
  const text = JSON.stringify(value, null, 2).replaceAll(baseUrl, "");
  return Buffer.byteLength(text) <= MOST_EXAMPLE_BYTES;
}

/** Of each list in a value, and of each object that is one by its size, the first entries. */
function firstEntries(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MOST_SHOWN).map(firstEntries);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const shown = entries.length > MOST_PROPERTIES ? entries.slice(0, MOST_SHOWN) : entries;
  return Object.fromEntries(shown.map(([key, inner]) => [key, firstEntries(inner)]));
}

/** As many of the first items as an example may be long, and one at least. */
function firstItems(items: readonly unknown[], baseUrl: string): unknown[] {
  const count = items.findIndex((_, at) => !isShort(items.slice(0, at + 1), baseUrl));
  return items.slice(0, Math.max(1, count === -1 ? items.length : count));
}
