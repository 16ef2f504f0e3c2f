import { newestFirst } from "../../core/game/day.ts";
import { thingOf } from "../../core/game/targets.ts";
import { grouped } from "../../core/grouped.ts";
import type { GapsFile } from "../../core/schema/game.ts";
import type { PatchFile } from "../../core/schema/patch.ts";

type GapEntry = GapsFile["gaps"][number];

/** A value that is unknown or weakly sourced. `differs`: what was read elsewhere is another one. */
export type Gap = Omit<GapEntry, "reason" | "differs"> & {
  reason: string;
  differs?: true;
  /** Of earlier states, but the value of today is not known either. */
  open?: true | undefined;
};

/** An entry of gaps.json, which has one reason. */
export function gapOfFile({ reason = "", differs, ...gap }: GapEntry): Gap {
  return differs === undefined ? { ...gap, reason } : { ...gap, reason: differs, differs: true };
}

/** Gaps of older states where no patch explains a value: one for each reason and thing. */
export function unexplainedGaps({ id, unexplained = [] }: PatchFile): Gap[] {
  return unexplained.flatMap(({ reason, open, changes }) => {
    const things = grouped(
      changes.map(
        ({ target }) => [thingOf(target), target.slice(thingOf(target).length + 1)] as const,
      ),
    );
    return [...things].map(([thing, rest]) => ({
      path: `${thing}/${rest.length === 1 ? rest[0] : `{${rest.join(",")}}`}`,
      before: id,
      reason,
      open,
    }));
  });
}

/** The gaps of all states up to a patch: none of a later patch, hero or map. */
export function gapsUpTo(
  { gaps, patches }: { gaps: readonly Gap[]; patches: readonly PatchFile[] },
  patch: string,
): Gap[] {
  const later = new Set<string>();
  for (const { id, changes } of newestFirst(patches)) {
    if (id > patch) later.add(`patches/${id}`);
    for (const { target, from, to } of changes) {
      if (to === undefined) later.delete(target);
      else if (from === undefined && id > patch) later.add(target);
    }
  }
  return gaps.filter(({ path }) => !later.has(thingOf(path)));
}
