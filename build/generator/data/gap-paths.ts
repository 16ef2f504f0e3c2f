import picomatch from "picomatch";
import type { GapsFile } from "../../core/schema/game.ts";
import type { PatchFile } from "../../core/schema/patch.ts";

/** A gap of one state of the game. */
export type Gap = Omit<GapsFile["gaps"][number], "before">;

/** Gaps of older states where no patch explains a value: one for each reason and thing. */
export function unexplainedGaps({ id, unexplained = [] }: PatchFile): GapsFile["gaps"] {
  return unexplained.flatMap(({ reason, changes }) => {
    const things = new Map<string, string[]>();
    for (const { target } of changes) {
      const [thing, rest] = splitTarget(target);
      things.set(thing, [...(things.get(thing) ?? []), rest]);
    }
    return [...things].map(([thing, rest]) => ({
      path: `${thing}/${rest.length === 1 ? rest[0] : `{${rest.join(",")}}`}`,
      before: id,
      reason,
    }));
  });
}

function splitTarget(target: string): [thing: string, rest: string] {
  const [collection, id, ...rest] = target.split("/");
  return [`${collection}/${id}`, rest.join("/")];
}

/** The gaps of all states up to a patch: none of a later patch, hero or map. */
export function gapsUpTo(
  { gaps, patches }: { gaps: GapsFile["gaps"]; patches: readonly PatchFile[] },
  patch: string,
): GapsFile["gaps"] {
  const later = new Set<string>();
  for (const { id, changes } of patches.toSorted((a, b) => (a.id < b.id ? 1 : -1))) {
    if (id > patch) later.add(`patches/${id}`);
    for (const { target, from, to } of changes) {
      if (to === undefined) later.delete(target);
      else if (from === undefined && id > patch) later.add(target);
    }
  }
  return gaps.filter(({ path }) => !later.has(splitTarget(path)[0]));
}

/** The gaps of the state after a patch, of those up to it: those of older states are left out. */
export function gapsAsOf(gaps: GapsFile["gaps"], patch: string): Gap[] {
  return gaps
    .filter(({ before }) => before === undefined || patch < before)
    .map(({ before: _, ...gap }) => gap);
}

/** All paths that a path with `{a,b}` represents. */
export function alternatives(path: string): string[] {
  const [, start = "", list, end = ""] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(path) ?? [];
  if (list === undefined) return [path];
  return list.split(",").flatMap((one) => alternatives(start + one + end));
}

/** Reports which values a gap is about. A gap with `*` is about kinds of values only. */
export function concernOf({ path: gap }: Gap): (path: string, isGeneral: boolean) => boolean {
  if (gap.includes("*")) {
    const matches = picomatch(gap);
    return (path, isGeneral) => isGeneral && matches(path);
  }
  const paths = alternatives(gap).map((one) => `${one}/`);
  return (path, isGeneral) => !isGeneral && paths.some((one) => one.startsWith(`${path}/`));
}

/** The gaps of a data folder, to look up by what they are about. */
export type GapIndex = {
  /** The first gap of exactly this value. Gaps with `*` are not found, as they name no value. */
  gapOf: (path: string) => Gap | undefined;
  /** Every gap of a thing, such as `heroes/ana`, and of what is in it. */
  gapsOf: (thing: string) => Gap[];
};

/** Prepares the gaps of one state for many look-ups. */
export function createGapIndex(gaps: readonly Gap[]): GapIndex {
  const exact = new Map<string, Gap>();
  const things = new Map<string, Gap[]>();
  for (const gap of gaps) {
    for (const path of alternatives(gap.path)) {
      if (!exact.has(path)) exact.set(path, gap);
      const thing = path.split("/", 2).join("/");
      const ofThing = things.get(thing) ?? [];
      if (!ofThing.includes(gap)) things.set(thing, [...ofThing, gap]);
    }
  }
  return {
    gapOf: (path) => exact.get(path),
    gapsOf: (thing) => things.get(thing) ?? [],
  };
}
