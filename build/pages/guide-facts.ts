import { heroDetails, patchDetails } from "../data/details.ts";
import type { Reference } from "../data/reference.ts";
import { SLOTS } from "../data/slots.ts";
import type { Patch, PatchChange } from "../schema/patch.ts";

/** Stands in where a game has no hero yet. */
const NOBODY = {
  id: "nobody",
  name: "Nobody",
  names: { ko: "Nobody" },
  role: "damage",
  health: { total: 0 },
  abilities: [],
};

/**
 * What guides say of the data, by placeholder. All of it follows from the data, so that it is true
 * of every site.
 */
export function guideFacts(
  reference: Reference,
  baseUrl: string,
  keySettings?: string,
): ReadonlyMap<string, string> {
  const { game, heroes, maps, patches, patch } = reference;
  const accented = first(heroes, ({ name }) => name !== name.normalize("NFD")) ?? NOBODY;
  const punctuated =
    first(heroes, ({ name }) => /[^A-Za-z ]/.test(name) && name.includes(" ")) ?? NOBODY;
  const sample = heroes.slice(0, 5);
  const map = first(maps, ({ variants }) => variants.length > 0) ?? {
    id: "nowhere",
    name: "Nowhere",
    variants: [],
  };
  const [variant] = map.variants;
  const [newest, previous = newest] = patches;
  const year = patches.find(({ kind }) => kind === "season")?.date.slice(0, 4) ?? patch.slice(0, 4);
  const seasons = patches.filter(({ kind, date }) => kind === "season" && date >= year);
  const history = longestHistory(patches);
  const [lastStep, stepBefore = lastStep] = history.steps;

  return new Map(
    Object.entries({
      baseUrl,
      game: game.id,
      patch,
      "heroes.count": `${heroes.length}`,
      ...spellingFacts("accented", accented),
      "accented.korean": accented.names.ko,
      "accented.korean.encoded": encodeURIComponent(accented.names.ko),
      "accented.role": accented.role,
      "accented.health": `${accented.health.total}`,
      "accented.typo": accented.id.slice(0, -1),
      "accented.slots": accented.abilities
        .slice(0, 3)
        .map(({ name }, slot) => `${SLOTS[slot]}: ${name}`)
        .join("\n"),
      "accented.slots.json": accented.abilities
        .slice(0, 3)
        .map(({ name }) => `      "name": ${JSON.stringify(name)},`)
        .join("\n"),
      ...spellingFacts("punctuated", punctuated),
      ...spellingFacts("map", map),
      ...spellingFacts(
        "variant",
        variant === undefined ? map : { id: `${map.id}-${variant.id}`, name: variant.name },
      ),
      ...kitFacts(reference, accented.id),
      ...keyFacts(keySettings),
      "sample.ids": sample.map(({ id }) => id).join(" "),
      "sample.ids.json": sample.map(({ id }) => `  "id": "${id}",`).join("\n"),
      "sample.names": sample.map(({ name }) => name).join("\n"),
      "previous.id": previous?.id ?? patch,
      "newest.line": newest === undefined ? "" : patchLine(newest),
      "season.year": year,
      "season.ids.json": seasons.map(({ id }) => `      "id": "${id}",`).join("\n"),
      "season.lines": seasons.map(patchLine).join("\n"),
      "history.target": history.target,
      "history.hero": history.target.split("/")[1] ?? "",
      "history.lines": history.steps
        .map(({ id, change }) => `${id}: ${side(change, "from")} -> ${side(change, "to")}`)
        .join("\n"),
      "history.to.json": history.steps
        .map(({ change }) => `          "to": ${side(change, "to")}`)
        .join("\n"),
      "history.patch": stepBefore?.id ?? patch,
      "history.value": side(stepBefore?.change, "to"),
      "history.today": side(lastStep?.change, "to"),
    }),
  );
}

/** Where a reader of this deployment gets a key. */
function keyFacts(keySettings: string | undefined): Record<string, string> {
  if (keySettings !== undefined)
    return {
      "keys.where": "Keys for this service are issued at",
      "keys.place": keySettings,
      "keys.address": keySettings,
    };
  return {
    "keys.where":
      "This deployment names no place where keys are issued, so calls are made without one. " +
      "Whoever operates it can issue keys with the command gamedata keys issue, and name the " +
      "place in KEY_SETTINGS_URL: see",
    "keys.place": "Operating the proxy",
    "keys.address": "operating",
  };
}

/** What the details of a hero and of the newest patch say. */
function kitFacts(reference: Reference, id: string): Record<string, string> {
  const isThere = reference.background.state.heroes.some((hero) => hero.id === id);
  const hero = isThere ? heroDetails(reference, id) : undefined;
  const { health = [], abilities = [], onRecordSince } = hero ?? {};
  const figures = [...health, ...abilities.flatMap((ability) => ability.figures)];
  const ultimate = abilities[2];
  return {
    "figures.first.json": figures
      .filter(({ unit }) => /^[a-z/]+$/.test(unit))
      .filter(({ value }) => typeof value === "number")
      .slice(0, 3)
      .map(({ field, value, unit }) => `"field": "${field}", "value": ${value}, "unit": "${unit}"`)
      .join("\n"),
    "figures.ultimate": (ultimate?.figures ?? [])
      .filter(({ unit }) => unit !== "flag")
      .map(
        ({ field, value, unit, since = `${onRecordSince} or longer` }) =>
          `${ultimate?.name}: ${field} ${value} ${unit}, since ${since}`,
      )
      .join("\n"),
    "effects.lines": patchDetails(reference, reference.patch)
      .heroes.slice(0, 3)
      .map(
        ({ name, effect, counts }) =>
          `${name}: ${effect}, ${counts.buff} buffs, ${counts.nerf} nerfs`,
      )
      .join("\n"),
  };
}

/** The first that is wanted, else the first: an example that shows less is better than none. */
function first<Item>(items: readonly Item[], isWanted: (item: Item) => boolean): Item | undefined {
  return items.find(isWanted) ?? items[0];
}

/** A name as text, as part of an address, and as a literal of JavaScript and of Python. */
function spellingFacts(
  prefix: string,
  { id, name }: { id: string; name: string },
): Record<string, string> {
  return {
    [`${prefix}.id`]: id,
    [`${prefix}.name`]: name,
    [`${prefix}.encoded`]: encodeURIComponent(name),
    [`${prefix}.decomposed`]: encodeURIComponent(name.normalize("NFD")),
    [`${prefix}.literal`]: JSON.stringify(name),
  };
}

function patchLine({ id, kind, name }: Patch): string {
  return `${id} ${kind} ${name}`;
}

/** The value of a hero that patches changed most often, by numbers alone. */
function longestHistory(patches: readonly Patch[]): {
  target: string;
  steps: { id: string; change: PatchChange }[];
} {
  const histories = new Map<string, { id: string; change: PatchChange }[]>();
  for (const { id, changes } of patches) {
    for (const change of changes) {
      if (!change.target.startsWith("heroes/") || typeof change.to !== "number") continue;
      histories.set(change.target, [...(histories.get(change.target) ?? []), { id, change }]);
    }
  }
  const [longest] = [...histories].toSorted(([, a], [, b]) => b.length - a.length);
  const [target, steps] = longest ?? ["heroes/nobody/health/standard", []];
  return { target, steps };
}

function side(change: PatchChange | undefined, name: "from" | "to"): string {
  return change !== undefined && name in change ? JSON.stringify(change[name]) : "nothing";
}
