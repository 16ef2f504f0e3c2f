import type { Effect } from "../../../../core/schema/patch.ts";
import type { Change } from "../parts/changes.tsx";

/** A change whose words are not made yet. */
type Step = Omit<Change, "part" | "field">;

/** What happened to a value where one goes from the later patch to the earlier one. */
export const REVERSED: Partial<Record<Effect, Effect>> = {
  buff: "nerf",
  nerf: "buff",
  new: "gone",
  gone: "new",
};

/** The note of a value whose changes do not go on from each other. */
const GAP = "some steps in between are not recorded";

/**
 * Makes one change of all changes of a value, in 6v6 apart: with the first `from` and the last
 * `to`. `changes` are in the order in which they happened. The effect is that of the way from the
 * first value to the last, if each step says which way is better, or else that of all steps.
 */
export function foldChanges(changes: readonly Step[]): Step[] {
  const folded = new Map<string, Step>();
  for (const change of changes) {
    const { gap: _, target, from, to, effect } = change;
    const key = change.scope === "6v6" ? `${target} in 6v6` : target;
    const first = folded.get(key) ?? change;
    const isNew = isInsideNew(target, folded);
    const hasGap = first.note === GAP || (first !== change && isStep(first.to, from));
    const rise = riseOf(change);
    const way = rise === riseOf(first) && riseOf({ from: first.from, to, effect: rise });
    folded.set(key, {
      ...change,
      from: isNew ? undefined : first.from,
      effect: isNew ? "new" : way || (effect === first.effect ? effect : "mixed"),
      note: hasGap && !isNew ? GAP : null,
    });
  }
  return [...folded.values()].filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}

/** What a rise of a value is, by a change of it, and the other way round. */
function riseOf({
  from,
  to,
  effect,
}: Pick<Change, "from" | "to"> & { effect?: Effect | undefined }) {
  if (!isStep(from, to) || (effect !== "buff" && effect !== "nerf")) return undefined;
  return Number(to) > Number(from) ? effect : REVERSED[effect];
}

/** Whether both are numbers, and not the same one. */
function isStep(a: unknown, b: unknown): boolean {
  return typeof a === "number" && typeof b === "number" && a !== b;
}

/** Whether the target is inside of something new. Then it had no value before. */
function isInsideNew(target: string, folded: ReadonlyMap<string, Step>): boolean {
  const segments = target.split("/");
  return segments.some((_, length) => {
    const around = length > 1 ? folded.get(segments.slice(0, length).join("/")) : undefined;
    return around !== undefined && around.from === undefined;
  });
}
