import { readFileSync } from "node:fs";

/** A figure as the publisher's notes of a patch print it, before and after. */
export type OfficialFigure = { patch: string; target: string; before: number; after: number };

/** The figures read by hand in the notes, oldest patch first; none comes from our data. */
export function officialFigures(): OfficialFigure[] {
  return rowsOf("official-figures.tsv").map(([patch = "", target = "", before, after]) => ({
    patch,
    target,
    before: Number(before),
    after: Number(after),
  }));
}

/**
 * Figures that somebody else wrote down on 2026-04-26, after the patch of 2026-04-23: those that
 * moved since, and one of each hero that did not, as they stand in
 * https://github.com/bluesxman/ow/tree/584093250fdf321d8a127836d81cea231cb8025a/data/heroes
 */
export function figuresOfApril(): { target: string; value: number }[] {
  return rowsOf("figures-of-april.tsv").map(([target = "", value]) => ({
    target,
    value: Number(value),
  }));
}

/** Those of the same copy that do not lead to today's figure, all of them, and why. */
export function figuresUnlikeApril(): { target: string; value: number; why: string }[] {
  return rowsOf("unlike-april.tsv").map(([target = "", value, why = ""]) => ({
    target,
    value: Number(value),
    why,
  }));
}

/** The rows of a table, without its header. */
function rowsOf(file: string): string[][] {
  const text = readFileSync(new URL(`../fixtures/${file}`, import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));
}
