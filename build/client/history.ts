import { dayOf, isUpTo } from "../core/game/day.ts";
import {
  cooldownOf,
  type HeroInTime,
  healthOf,
  stateAsOf,
  wholeAsOf,
} from "../core/game/state-as-of.ts";
import { didYouMean } from "../core/spelling/lookup.ts";
import type * as api from "./api.ts";

export { type HeroInTime, stateAsOf };

/** The data. `makeLibrary` puts it here. */
declare const HISTORIES: readonly api.HeroHistory[];
declare const HISTORY_FROM: string;
/** States of maps and roles by `maps/ilios`. */
declare const OTHER_HISTORIES: Readonly<Record<string, readonly { since: string }[] | undefined>>;
/** By target, newest first: changes of what no state of a hero has, and where others were read. */
declare const CHANGES: Readonly<
  Record<
    string,
    readonly { patch: string; from?: unknown; to?: unknown; source?: string }[] | undefined
  >
>;

type Figures = Record<string, number | boolean>;

/** A hero as of a day, in the shape of the API, with figures and perks. */
export type HeroThen = {
  id: string;
  name: string;
  names: api.HeroDetails["names"];
  role: HeroInTime["role"];
  /** Null before the game had sub-roles. */
  subrole: HeroInTime["subrole"];
  health: api.Hero["health"];
  aliases: string[];
  abilities: (api.Ability & { figures: Figures })[];
  perks: { id: string; tier: "minor" | "major"; name: string; figures: Figures }[];
  /** Paths of values that are not known then, such as `abilities/sleep-dart/castTime`. */
  unknown: string[];
};

/**
 * A value as of a day, or why it is not known. `since` is the patch that set it, absent where it is
 * as old as the record; `source` is where that was read.
 */
export type ValueThen =
  | { value: unknown; since?: string | undefined; source?: string | undefined }
  | { unknown: string };

/**
 * A hero by its id as of a day, `YYYY-MM-DD`. Throws `RangeError` for an id that is not known, and
 * for a day that is not of the calendar, after today, or before the hero or the record.
 * @example heroAsOf("ana", "2026-08-11").health.total
 */
export function heroAsOf(id: string, day: string): HeroThen {
  checkDay(day);
  return heroOf(id, stateOn(id, day));
}

function heroOf(id: string, state: HeroInTime): HeroThen {
  const figuresOf = ({ figures }: { figures: api.HeroDetails["health"] }, without = ""): Figures =>
    Object.fromEntries(
      figures.filter(({ field }) => field !== without).map(({ field, value }) => [field, value]),
    );
  const unknownOf = (list: "abilities" | "perks") =>
    state[list].flatMap((part) =>
      Object.keys(part.unknown ?? {}).map((field) => `${list}/${part.id}/${field}`),
    );
  return {
    id,
    name: state.name,
    names: state.names,
    role: state.role,
    subrole: state.subrole,
    health: healthOf(state.health),
    aliases: state.aliases,
    abilities: state.abilities.map((ability) => ({
      id: ability.id,
      kind: ability.kind,
      name: ability.name,
      description: ability.description,
      cooldown: cooldownOf(ability.figures),
      figures: figuresOf(ability, "cooldown"),
    })),
    perks: state.perks.map((perk) => ({
      id: perk.id,
      tier: perk.tier,
      name: perk.name,
      figures: figuresOf(perk),
    })),
    unknown: [...unknownOf("abilities"), ...unknownOf("perks")],
  };
}

/**
 * The value of a target of a change, such as `heroes/ana/abilities/sleep-dart/cooldown`, as of a
 * day: of a hero, map, role, or of the rules of a mode. Throws `RangeError` as `heroAsOf` does,
 * where there was no such value then, and where the target is misspelled.
 * @example valueAsOf("heroes/ana/abilities/sleep-dart/cooldown", "2026-08-11")
 */
export function valueAsOf(target: string, day: string): ValueThen {
  checkDay(day);
  const [collection = "", id = "", ...path] = target.split("/");
  const [list = "", part, field = ""] = path;
  const state = collection === "heroes" ? stateOn(id, day) : undefined;
  const owner = state && partOf(state, list, part);
  const reason = owner?.unknown?.[field];
  if (typeof reason === "string") return { unknown: reason };
  const changes = Object.hasOwn(CHANGES, target) ? (CHANGES[target] ?? []) : [];
  const value = valueIn(path, thingAsOf(collection, id, day));
  if (value !== undefined) {
    const figures = list === "health" ? state?.health : owner?.figures;
    const figure = figures?.find((one) => one.field === path.at(-1));
    const own = figure ?? (list === "perks" && path.length === 2 ? owner : undefined);
    if (own !== undefined) return { value, since: own.since, source: own.source };
    const since = sinceOf(collection, id, path, day);
    return { value, since, source: changes.find(({ patch }) => patch === since)?.source };
  }
  // What no state has is what its newest change says, or what the next one begins with.
  const last = changes.find(({ patch }) => isUpTo(patch, day));
  const recorded = last === undefined ? changes.at(-1)?.from : last.to;
  if (recorded === undefined) throw new RangeError(describeAbsence(target, day));
  return { value: recorded, since: last?.patch, source: last?.source };
}

/** An ability or perk of a hero's state, with its evidence. */
function partOf(state: HeroInTime, list: string, id: string | undefined) {
  const parts: readonly Part[] =
    list === "perks" ? state.perks : list === "abilities" ? state.abilities : [];
  return parts.find((one) => one.id === id);
}

type Part = Pick<
  api.HeroDetails["perks"][number],
  "id" | "figures" | "since" | "source" | "unknown"
>;

/** A hero, map or role as of a day; undefined where the histories have none. */
function thingAsOf(collection: string, id: string, day: string): unknown {
  if (collection === "heroes") return heroOf(id, stateOn(id, day));
  const states = OTHER_HISTORIES[`${collection}/${id}`];
  const whole = states && wholeAsOf(states, day);
  return whole && { id, ...whole };
}

/** The patches that made the states of a thing, newest first. */
function patchesOf(collection: string, id: string): string[] {
  const states =
    collection === "heroes"
      ? HISTORIES.find((one) => one.id === id)?.states
      : OTHER_HISTORIES[`${collection}/${id}`];
  return states?.map(({ since }) => since) ?? [];
}

/** The patch since which a value is what it is on a day; undefined if the record begins with it. */
function sinceOf(collection: string, id: string, path: readonly string[], day: string) {
  const textOf = (asOf: string) => JSON.stringify(valueIn(path, thingAsOf(collection, id, asOf)));
  const patches = patchesOf(collection, id).filter((patch) => isUpTo(patch, day));
  const other = patches.findIndex((patch) => textOf(patch) !== textOf(day));
  const since = other === -1 ? patches.at(-1) : patches[other - 1];
  return since === HISTORY_FROM ? undefined : since;
}

/** Says that there was no such value on a day, or which segment of its target is misspelled. */
function describeAbsence(target: string, day: string): string {
  const [collection = "", id = "", ...path] = target.split("/");
  const things = patchesOf(collection, id).map((patch) => thingAsOf(collection, id, patch));
  const recorded = Object.keys(CHANGES).map((one) => one.split("/"));
  for (const [at, segment] of path.entries()) {
    const before = path.slice(0, at);
    const names = new Set([
      ...things.flatMap((thing) => namesIn(valueIn(before, thing))),
      ...recorded.flatMap(([of, thing, ...rest]) => {
        const isNear =
          of === collection && thing === id && rest.slice(0, at).join() === before.join();
        return isNear ? (rest[at] ?? []) : [];
      }),
    ]);
    if (names.has(segment)) continue;
    return `${target}: there is no "${segment}"${didYouMean(segment, names)}`;
  }
  return `${target} had no value on ${day}`;
}

/** The segments that a path may have below a value. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(({ id }) => id);
  return [...Object.keys(Object(value)), ...Object.keys(Object(Object(value).figures))];
}

/** The value at a path: each segment is an element's id, a key, or a figure. */
function valueIn(path: readonly string[], whole: unknown): unknown {
  return path.reduce(childOf, whole);
}

/** An element of a list by its id, a key, or a figure. */
function childOf(whole: unknown, key: string): unknown {
  if (Array.isArray(whole)) return whole.find(({ id }) => id === key);
  const own = (of: unknown) =>
    Object.hasOwn(Object(of), key) ? Reflect.get(Object(of), key) : undefined;
  const value = own(whole);
  return value === undefined ? own(Object(whole).figures) : value;
}

/** What a day may be. */
function expected(from: string): string {
  return `expected a day from ${from} to ${dayOf(new Date())}, YYYY-MM-DD`;
}

/** Throws `RangeError` where a day is not of the calendar or of the record. */
function checkDay(day: string): void {
  const today = dayOf(new Date());
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day));
  if (!isDay || new Date(day).toISOString().slice(0, 10) !== day)
    throw new RangeError(`"${day}" is not a day of the calendar; ${expected(HISTORY_FROM)}`);
  if (day > today) throw new RangeError(`${day} is after today; ${expected(HISTORY_FROM)}`);
  if (day < HISTORY_FROM)
    throw new RangeError(`${day} is before the record; ${expected(HISTORY_FROM)}`);
}

function stateOn(id: string, day: string): HeroInTime {
  const history = HISTORIES.find((one) => one.id === id);
  if (history === undefined)
    throw new RangeError(`"${id}" is not the id of a hero; resolveHero finds it by any name`);
  const state = stateAsOf(history, day);
  if (state !== undefined) return state;
  const first = history.states.at(-1)?.since ?? "";
  throw new RangeError(`${id} was not in the game on ${day}; ${expected(first)}`);
}
