import type { Reference } from "../../data/reference.ts";
import { fillPath } from "../../schema/operations.ts";
import type { Site } from "../../site/site.ts";

/** Longer examples are shortened. */
const MOST_EXAMPLE_BYTES = 4_000;

/** What every parameter is in the examples. Used together, they give a result. */
export type ExampleValues = Record<
  "game" | "hero" | "map" | "patch" | "language" | "since" | "until" | "kind",
  string
>;

/**
 * A hero whose name needs care, a map that has variants, the newest patch that is not long; the
 * filters let at least that patch through.
 */
export function exampleValues(reference: Reference, site: Site): ExampleValues {
  const { game, heroes, maps, patches, patch: newest } = reference;
  const sizes = new Map(site.documents.map(({ path, bytes }) => [path, bytes]));
  const isShort = (id: string) =>
    (sizes.get(`/v1/${game.id}/patches/${id}`) ?? 0) <= MOST_EXAMPLE_BYTES;
  const hero = heroes.find(({ name }) => /[^ -~]/.test(name)) ?? heroes[0];
  const map = maps.find(({ variants }) => variants.length > 0) ?? maps[0];
  const patch = patches.find(({ id, changes }) => changes.length > 0 && isShort(id));
  return {
    game: game.id,
    hero: hero?.id ?? "nobody",
    map: map?.id ?? "nowhere",
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
  const text = site.jsonOf(path);
  if (text === undefined) return {}; // a game without heroes or maps has no answer to show
  const value: object = JSON.parse(text);
  const isShort = Buffer.byteLength(text) <= MOST_EXAMPLE_BYTES;
  if (isShort || !("data" in value) || !Array.isArray(value.data))
    return { examples: { real: { summary: path, value } } };
  const shown = firstItems(value.data);
  const summary = `${path}, shortened`;
  const description = `The first ${shown.length} of ${value.data.length} items; the whole answer is at ${baseUrl}${path}.`;
  return { examples: { real: { summary, description, value: { ...value, data: shown } } } };
}

/** As many of the first items as an example may be long, and one at least. */
function firstItems(items: readonly unknown[]): unknown[] {
  const count = items.findIndex(
    (_, at) => JSON.stringify(items.slice(0, at + 1), null, 2).length > MOST_EXAMPLE_BYTES,
  );
  return items.slice(0, Math.max(1, count === -1 ? items.length : count));
}
