import type { Hero } from "../../schema/hero.ts";
import type { Entry } from "./facts.ts";

/** One number of the game over time. `value` stands from `date` on; undefined where there is none any more. */
export type Step = { date: string; value: number | undefined };

export type Series = {
  target: string;
  /** Before the first step; undefined where the value came with it. */
  start: number | undefined;
  /** The day on which the thing that has the value came into the game; undefined where it is older than the record. */
  since: string | undefined;
  steps: Step[];
};

/** The numbers that patches moved from one value to another, oldest step first; `history` is newest first. */
export function seriesOf(history: readonly Entry[]): Series[] {
  const found = new Map<string, Series>();
  const moved = new Set<string>();
  const arrivals = new Map<string, string>();
  for (const { patch, changes } of history.toReversed()) {
    for (const { target, from, to } of changes) {
      if (from === undefined && typeof to !== "number") arrivals.set(target, patch.date);
      if (!isNumberOrAbsent(from) || !isNumberOrAbsent(to)) continue;
      const series = found.get(target) ?? { target, start: from, since: arrivalOf(target, arrivals), steps: [] };
      series.steps.push({ date: patch.date, value: to });
      found.set(target, series);
      if (from !== undefined && to !== undefined) moved.add(target);
    }
  }
  return [...found.values()].filter(({ target }) => moved.has(target));
}

/** The series of a hero: health first, then the kit in its order, then the rest. */
export function inKitOrder(series: readonly Series[], { id, abilities }: Pick<Hero, "id" | "abilities">): Series[] {
  const prefixes = ["health", ...abilities.map((ability) => `abilities/${ability.id}`)].map(
    (path) => `heroes/${id}/${path}/`,
  );
  const rank = ({ target }: Series) => {
    const at = prefixes.findIndex((prefix) => target.startsWith(prefix));
    return at === -1 ? prefixes.length : at;
  };
  return series.toSorted((a, b) => rank(a) - rank(b) || (a.target < b.target ? -1 : 1));
}

/** When the innermost thing around a value came. */
function arrivalOf(target: string, arrivals: ReadonlyMap<string, string>): string | undefined {
  const segments = target.split("/");
  const around = segments.map((_, at) => segments.slice(0, segments.length - 1 - at).join("/"));
  return around.map((path) => arrivals.get(path)).find((date) => date !== undefined);
}

function isNumberOrAbsent(value: unknown): value is number | undefined {
  return value === undefined || typeof value === "number";
}
