import { type HeroInTime, healthOf, stateAsOf } from "../core/game/state-as-of.ts";
import type * as api from "./api.ts";

export { type HeroInTime, stateAsOf };

/** The data. `makeLibrary` puts it here. */
declare const HISTORIES: readonly api.HeroHistory[];
declare const HISTORY_FROM: string;

type Figures = Record<string, number | boolean>;

/** A hero as of a day, in the shape of the API, with figures and perks. */
export type HeroThen = {
  id: string;
  name: string;
  names: api.Hero["names"];
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

/** A value as of a day, or why it is not known. */
export type ValueThen = { value: string | number | boolean | null } | { unknown: string };

/**
 * A hero by its id as of a day, `YYYY-MM-DD`. Throws `RangeError` for an id that is not known, and
 * for a day that is not of the calendar, after today, or before the hero or the record.
 */
export function heroAsOf(id: string, day: string): HeroThen {
  const state = stateOn(id, day);
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

function cooldownOf(figures: api.HeroDetails["health"]): number | null {
  const value = figures.find(({ field }) => field === "cooldown")?.value;
  return typeof value === "number" ? value : null;
}

/**
 * The value of a target of a change, such as `heroes/ana/abilities/sleep-dart/cooldown`, as of a
 * day. Throws `RangeError` as `heroAsOf` does, and where the hero had no such value then.
 */
export function valueAsOf(target: string, day: string): ValueThen {
  const [collection, id = "", ...path] = target.split("/");
  if (collection !== "heroes") throw new RangeError(`${target}: expected a target of heroes/<id>`);
  const hero = heroAsOf(id, day);
  if (hero.unknown.includes(path.join("/"))) {
    const [list, part, field = ""] = path;
    const parts = list === "perks" ? stateOn(id, day).perks : stateOn(id, day).abilities;
    return { unknown: parts.find((one) => one.id === part)?.unknown?.[field] ?? "" };
  }
  const value = path.reduce<unknown>(valueIn, hero);
  if (value === null || ["string", "number", "boolean"].includes(typeof value))
    return { value: value as string | number | boolean | null };
  throw new RangeError(`${target} had no value on ${day}`);
}

/** An element of a list by its id, a key, or a figure. */
function valueIn(whole: unknown, key: string): unknown {
  if (Array.isArray(whole)) return whole.find(({ id }) => id === key);
  const own = (of: unknown) =>
    Object.hasOwn(Object(of), key) ? Reflect.get(Object(of), key) : undefined;
  const value = own(whole);
  return value === undefined ? own(Object(whole).figures) : value;
}

function stateOn(id: string, day: string): HeroInTime {
  const today = new Date().toISOString().slice(0, 10);
  const expected = (from: string) => `expected a day from ${from} to ${today}, YYYY-MM-DD`;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day));
  if (!isDay || new Date(day).toISOString().slice(0, 10) !== day)
    throw new RangeError(`"${day}" is not a day of the calendar; ${expected(HISTORY_FROM)}`);
  if (day > today) throw new RangeError(`${day} is after today; ${expected(HISTORY_FROM)}`);
  if (day < HISTORY_FROM)
    throw new RangeError(`${day} is before the record; ${expected(HISTORY_FROM)}`);
  const history = HISTORIES.find((one) => one.id === id);
  if (history === undefined)
    throw new RangeError(`"${id}" is not the id of a hero; resolveHero finds it by any name`);
  const state = stateAsOf(history, day);
  if (state !== undefined) return state;
  const first = history.states.at(-1)?.since ?? today;
  throw new RangeError(`${id} was not in the game on ${day}; ${expected(first)}`);
}
