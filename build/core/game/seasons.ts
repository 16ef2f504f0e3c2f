import type { Patch } from "../schema/patch.ts";
import { isOverwatch1 } from "./eras.ts";

/** How many of the newest seasons charts of all seasons show, so that each has room. */
export const CHARTED_SEASONS = 10;

/** A season: the patch that began it, its name, and the day on which the next one began. */
export type Season = {
  patch: string;
  from: string;
  /** Undefined for the current season. */
  until: string | undefined;
  /** Such as `Season 5`, or `2017` for a year of Overwatch 1. */
  name: string;
  /** Such as `A Grim Doctrine`. */
  title: string;
};

/** The seasons on record, oldest first; the years of Overwatch 1, whose seasons changed nothing. */
export function seasonsOf(patches: readonly Patch[]): Season[] {
  const oldestFirst = patches.toReversed();
  const opening = oldestFirst.filter(({ date, kind }, at) =>
    isOverwatch1(date) ? yearOf(date) !== yearOf(oldestFirst[at - 1]?.date) : kind === "season",
  );
  return opening.map(({ id, date, name }, at) => ({
    patch: id,
    from: date,
    until: opening[at + 1]?.date,
    ...(isOverwatch1(date) ? { name: yearOf(date), title: "Overwatch 1" } : namesOf(name)),
  }));
}

function yearOf(date = ""): string {
  return date.slice(0, 4);
}

function namesOf(patch: string): Pick<Season, "name" | "title"> {
  const [, name = patch, title = ""] = /^(Season \d+)[:\s]*\(?(.*?)\)?$/.exec(patch) ?? [];
  return { name, title };
}

/** Whether a day is in a season. */
export function isInSeason(date: string, { from, until }: Season): boolean {
  return date >= from && (until === undefined || date < until);
}

/** `Season 20` as `S20`, for small places. */
export function shortSeason({ name }: Season): string {
  return name.replace("Season ", "S");
}

/**
 * The page of a season: `seasons/5`. The game began to count again in 2026, so an earlier season
 * with the number of a later one has its year, `seasons/5-2023`, or its day if that is of its year.
 */
export function seasonPath({ name, from }: Season, seasons: readonly Season[]): string {
  const [, number = from] = /^(?:Season )?(\d+)$/.exec(name) ?? [];
  const later = seasons.filter((other) => other.name === name && other.from > from);
  if (later.length === 0) return `seasons/${number}`;
  const isOfOneYear = later.some((other) => yearOf(other.from) === yearOf(from));
  return `seasons/${number}-${isOfOneYear ? from : yearOf(from)}`;
}
