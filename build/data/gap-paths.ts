import type { GapsFile } from "../schema/game.ts";

type Gap = GapsFile["gaps"][number];

/** The paths that one with `{a,b}` stands for. */
export function alternatives(path: string): string[] {
  const [, start = "", list, end = ""] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(path) ?? [];
  if (list === undefined) return [path];
  return list.split(",").flatMap((one) => alternatives(start + one + end));
}

/** The gaps of a data folder, to look up by what they are about. */
export type GapIndex = {
  /** The first gap that names exactly this value; one with `*` tells of all values of a kind. */
  gapOf: (path: string) => Gap | undefined;
  /** Every gap of a thing, such as `heroes/ana`, and of what lies in it. */
  gapsOf: (thing: string) => Gap[];
};

/** Prepares gaps for many look-ups; those of an older state alone are not about values of today. */
export function createGapIndex(gaps: readonly Gap[]): GapIndex {
  const exact = new Map<string, Gap>();
  const things = new Map<string, Gap[]>();
  for (const gap of gaps) {
    for (const path of alternatives(gap.path)) {
      if (gap.before === undefined && !exact.has(path)) exact.set(path, gap);
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
