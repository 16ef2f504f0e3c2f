import { newestFirst } from "../../core/game/day.ts";
import { thingOf } from "../../core/game/targets.ts";
import type { GapsFile } from "../../core/schema/game.ts";
import type { PatchFile } from "../../core/schema/patch.ts";

type GapEntry = GapsFile["gaps"][number];

/**
 * The path of a value, or with `*` of several, that is unknown or weakly sourced. `differs`: what
 * was read elsewhere is another one.
 */
export type Gap = Omit<GapEntry, "reason" | "differs"> & {
  reason: string;
  differs?: true;
  /** Of earlier states, but the value of today is not known either. */
  open?: true | undefined;
};

/** The gaps of an entry of gaps.json, which has one reason: one for each path. */
export function gapsOfEntry({ reason = "", differs, path, ...gap }: GapEntry): Gap[] {
  const about = differs === undefined ? { reason } : { reason: differs, differs: true as const };
  return alternatives(path).map((one) => ({ ...gap, path: one, ...about }));
}

/** Gaps of older states where no patch explains a value. */
export function unexplainedGaps({ id, unexplained = [] }: PatchFile): Gap[] {
  return unexplained.flatMap(({ reason, open, changes }) =>
    changes.map(({ target }) => ({ path: target, before: id, reason, open })),
  );
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

const BRACES = /^([^{]*)\{([^}]*)\}(.*)$/;

/** All paths that the path of a gap with `{a,b}` represents. */
export function alternatives(path: string): string[] {
  const [, start = "", list, end = ""] = BRACES.exec(path) ?? [];
  if (list === undefined) return [path];
  return list.split(",").flatMap((one) => alternatives(start + one + end));
}

/** A path with `{a,b}` that no longer represents some of its paths; undefined where none is left. */
export function withoutAlternatives(path: string, gone: readonly string[]): string | undefined {
  const isLeft = (one: string) => alternatives(one).some((each) => !gone.includes(each));
  const [, start = "", list, end = ""] = BRACES.exec(path) ?? [];
  if (list === undefined) return isLeft(path) ? path : undefined;
  const left = list.split(",").filter((one) => isLeft(start + one + end));
  if (left.length === 0) return undefined;
  return start + (left.length === 1 ? left[0] : `{${left.join(",")}}`) + end;
}
