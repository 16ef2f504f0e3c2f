import type { Hero } from "../../../core/schema/hero.ts";
import type { Patch } from "../../../core/schema/patch.ts";
import { resolveTarget } from "../../history/resolve-target.ts";
import { type Effect, effectOf, type Names, nameAt } from "./change-view.ts";
import type { Entry } from "./facts.ts";
import type { PlainChange } from "./recorded.ts";

/** A step of a number. `value` holds from `date` on; undefined if the number was removed. */
export type Step = { date: string; value: number | undefined; effect: Effect };

/** One number of the game over time. */
export type Series = {
  target: string;
  /** One of its changes, for the label and the unit. */
  change: PlainChange;
  /** The value today; undefined if the number was removed. */
  last: number | undefined;
  /** The value before the first step; undefined if the first step added the number. */
  start: number | undefined;
  /**
   * The day on which its hero, ability or perk was added, or from which on the value is known;
   * undefined if that is before the record.
   */
  since: string | undefined;
  steps: Step[];
};

/**
 * The numbers that patches changed from one value to another, with their steps, oldest first.
 * `history` is newest first. A value in `unknownBefore` begins on its day there.
 */
export function seriesOf(
  history: readonly Entry[],
  names: Names,
  unknownBefore: ReadonlyMap<string, string> = new Map(),
): Series[] {
  const found = new Map<string, Series>();
  const moved = new Set<string>();
  const arrivals = new Map<string, string>();
  const kits: { date: string; change: PlainChange }[] = [];
  for (const { patch, changes } of history.toReversed()) {
    for (const change of changes) {
      const { target } = change;
      // A value of null, such as no cooldown, is none.
      const [from, to] = [change.from ?? undefined, change.to ?? undefined];
      if (change.from === undefined && typeof to !== "number") arrivals.set(target, patch.date);
      for (const { steps, target: value } of found.values()) {
        const isThere = steps.at(-1)?.value !== undefined;
        const returned = isThere ? undefined : figureIn(patch, target, value);
        if (isThere && takesAway(change, value, names))
          steps.push({ date: patch.date, value: undefined, effect: "removed" });
        else if (returned !== undefined)
          steps.push({ date: patch.date, value: returned, effect: "new" });
      }
      if (Array.isArray(from)) kits.push({ date: patch.date, change });
      const knownFrom = unknownBefore.get(target);
      if (knownFrom !== undefined && patch.date < knownFrom) continue;
      if (!isNumberOrAbsent(from) || !isNumberOrAbsent(to)) continue;
      const series = found.get(target) ?? {
        target,
        change,
        last: undefined,
        start: from,
        since: isInStates(target)
          ? (kits.findLast((kit) => brings(kit.change, target, names))?.date ??
            arrivalOf(target, arrivals) ??
            knownFrom ??
            (change.from === null ? patch.date : undefined))
          : patch.date,
        steps: [],
      };
      series.steps.push({ date: patch.date, value: to, effect: effectOf(change) });
      found.set(target, series);
      if (from !== undefined && to !== undefined) moved.add(target);
    }
  }
  for (const series of found.values()) series.last = series.steps.at(-1)?.value;
  return [...found.values()].filter(({ target }) => moved.has(target));
}

/** The series of a hero: health first, then the kit in its order, then the rest. */
export function inKitOrder(
  series: readonly Series[],
  { id, abilities }: Pick<Hero, "id" | "abilities">,
): Series[] {
  const prefixes = ["health", ...abilities.map((ability) => `abilities/${ability.id}`)].map(
    (path) => `heroes/${id}/${path}/`,
  );
  const rank = ({ target }: Series) => {
    const at = prefixes.findIndex((prefix) => target.startsWith(prefix));
    return at === -1 ? prefixes.length : at;
  };
  return series.toSorted((a, b) => rank(a) - rank(b) || (a.target < b.target ? -1 : 1));
}

/**
 * Whether a change removes the thing that has a value: a perk, or an ability that the new kit does
 * not have.
 */
function takesAway({ target, from, to }: PlainChange, value: string, names: Names): boolean {
  if (!value.startsWith(`${target}/`)) return false;
  if (typeof from !== "object" || typeof to !== "object") return to === undefined;
  const [ability = ""] = value.slice(target.length + 1).split("/");
  const name = nameAt(`${target}/${ability}`, names);
  return from !== null && to !== null && from.includes(name) && !to.includes(name);
}

/** Whether a change of a kit brings the ability that has a value. */
function brings({ target, from = [], to = [] }: PlainChange, value: string, names: Names): boolean {
  return takesAway({ target, from: to, to: from }, value, names);
}

/** A value that a patch brings with a perk around it. */
function figureIn({ changes }: Patch, around: string, value: string): number | undefined {
  if (!value.startsWith(`${around}/`)) return undefined;
  const arrival = changes.find(({ target, from }) => target === around && from === undefined);
  return Object(Object(arrival?.to).figures)[value.slice(around.length + 1)];
}

/** Whether states have the value. Others, such as health in 6v6, are known from a change on. */
function isInStates(target: string): boolean {
  return resolveTarget(target).kind === "modelled";
}

/** The day on which the innermost thing around a value was added. */
function arrivalOf(target: string, arrivals: ReadonlyMap<string, string>): string | undefined {
  const segments = target.split("/");
  const around = segments.map((_, at) => segments.slice(0, segments.length - 1 - at).join("/"));
  return around.map((path) => arrivals.get(path)).find((date) => date !== undefined);
}

function isNumberOrAbsent(value: unknown): value is number | undefined {
  return value === undefined || typeof value === "number";
}
