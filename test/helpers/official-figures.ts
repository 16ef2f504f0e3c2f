import { readFileSync } from "node:fs";

/** A figure as the publisher's notes of a patch print it, before and after. */
export type OfficialFigure = { patch: string; target: string; before: number; after: number };

/** The figures read by hand in the notes, oldest patch first; none comes from our data. */
export function officialFigures() {
  return rowsOf("official-figures.tsv").map(([patch = "", target = "", before, after]) => ({
    patch,
    target,
    before: Number(before),
    after: Number(after),
  }));
}

/** The rows of a table, without its header. */
function rowsOf(file: string) {
  const text = readFileSync(new URL(`../fixtures/${file}`, import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));
}
