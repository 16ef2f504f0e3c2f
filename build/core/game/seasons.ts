import type { PatchFile } from "../schema/patch.ts";
import { isOverwatch1 } from "./eras.ts";

/** How many of the newest seasons charts of all seasons show, so that each has room. */
export const CHARTED_SEASONS = 10;

/** A season: the patch that began it, its name, and the day on which the next one began. */
export type Season = {
  patch: string;
  /** Null for a year of Overwatch 1, and for a season without one. */
  number: number | null;
  /** Such as `Season 5`, or `2017` for a year of Overwatch 1. */
  name: string;
  /** Such as `A Grim Doctrine`; empty where it has none. */
  title: string;
  /** Its page: `seasons/5`. */
  path: string;
  from: string;
  /** Undefined for the current season. */
  until: string | undefined;
};

/** As much of a patch as seasons are made from. */
type Opening = Pick<PatchFile, "id" | "date" | "kind" | "name" | "season">;

/** The seasons on record, oldest first; the years of Overwatch 1, whose seasons changed nothing. */
export function seasonsOf(patches: readonly Opening[]): Season[] {
  const oldestFirst = patches.toReversed();
  const opening = oldestFirst.filter(({ date, kind }, at) =>
    isOverwatch1(date) ? yearOf(date) !== yearOf(oldestFirst[at - 1]?.date) : kind === "season",
  );
  return opening.map((patch, at) => ({
    patch: patch.id,
    ...namesOf(patch),
    path: pathOf(patch, opening.slice(at + 1)),
    from: patch.date,
    until: opening[at + 1]?.date,
  }));
}

function yearOf(date = ""): string {
  return date.slice(0, 4);
}

function namesOf({ date, name, season }: Opening): Pick<Season, "number" | "name" | "title"> {
  if (isOverwatch1(date)) return { number: null, name: yearOf(date), title: "Overwatch 1" };
  if (season === undefined) return { number: null, name, title: "" };
  const { number, title = "" } = season;
  return { number, name: `Season ${number}`, title };
}

/**
 * The game began to count again in 2026, so an earlier season with the number of a later one has
 * its year, `seasons/5-2023`, or its day if that is of its year.
 */
function pathOf({ date, season }: Opening, later: readonly Opening[]): string {
  if (season === undefined) return `seasons/${isOverwatch1(date) ? yearOf(date) : date}`;
  const twins = later.filter((other) => other.season?.number === season.number);
  if (twins.length === 0) return `seasons/${season.number}`;
  const isOfOneYear = twins.some((other) => yearOf(other.date) === yearOf(date));
  return `seasons/${season.number}-${isOfOneYear ? date : yearOf(date)}`;
}

/** Whether a day is in a season. */
export function isInSeason(date: string, { from, until }: Season): boolean {
  return date >= from && (until === undefined || date < until);
}

/** `Season 20` as `S20`, for small places. */
export function shortSeason({ name }: Season): string {
  return name.replace("Season ", "S");
}
