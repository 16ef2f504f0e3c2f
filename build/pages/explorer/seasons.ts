import type { Patch } from "../../schema/patch.ts";

/**
 * A season: the patch that opened it, what it is called, and the day on which the next one began.
 */
export type Season = {
  patch: string;
  from: string;
  /** Undefined for the season that is on. */
  until: string | undefined;
  /** `Season 5`, and `A Grim Doctrine`. */
  name: string;
  title: string;
};

/** The seasons on record, oldest first. */
export function seasonsOf(patches: readonly Patch[]): Season[] {
  const opening = patches.filter(({ kind }) => kind === "season").toReversed();
  return opening.map(({ id, date, name }, at) => {
    const [, short = name, title = ""] = /^(Season \d+)[:\s]*\(?(.*?)\)?$/.exec(name) ?? [];
    return { patch: id, from: date, until: opening[at + 1]?.date, name: short, title };
  });
}

/** Whether a day lies in a season. */
export function isInSeason(date: string, { from, until }: Season): boolean {
  return date >= from && (until === undefined || date < until);
}

/** `Season 20` as `S20`, where room is scarce. */
export function shortSeason({ name }: Season): string {
  return name.replace("Season ", "S");
}
