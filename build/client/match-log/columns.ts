import { fold } from "../../core/spelling/fold.ts";
import type { Names } from "../names.ts";
import { fieldsOf, isOpen, separatorOf } from "./fields.ts";
import { isFilled } from "./log-line.ts";
import { collectionOf, createTally, createTerms, type ResolvedLog } from "./resolve-log.ts";

/** What the columns of a table hold. Rows are numbered from the header, which is row 1. */
export type ResolvedColumns = Pick<
  ResolvedLog,
  "names" | "moreUnknown" | "absent" | "modes" | "teams"
> & { rows: number };

/** A table lacks a column. The message is for people. */
export class MissingColumnError extends Error {}

/** Resolves columns of a table with a header, such as CSV, line by line. */
export function createColumnResolver(wanted: readonly string[], names: Names) {
  const found = createTally(names);
  const terms = createTerms(names);
  let separator = ",";
  let places: number[] | undefined;
  let rows = 0;
  /** Lines whose last field goes on in the next one. */
  let open = "";

  const readHeader = (row: string) => {
    separator = separatorOf(row);
    const header = fieldsOf(row, separator).map((field) => field.trim());
    const folded = header.map(fold);
    return wanted.map((column) => {
      const place = header.includes(column)
        ? header.indexOf(column)
        : folded.indexOf(fold(column.trim()));
      if (place !== -1) return place;
      throw new MissingColumnError(`has no column "${column}"; it has ${header.join(", ")}`);
    });
  };
  const addField = (field: string, column: string) => {
    if (!isFilled(field) || terms.add(field)) return;
    const guess = /map/i.test(column) ? "maps" : "heroes";
    found.add(collectionOf(names, field) ?? guess, field, rows);
  };
  return {
    /** Takes the next line. Throws `MissingColumnError` where it is a header without a column. */
    add(line: string): void {
      const row = open + line;
      open = isOpen(row) ? `${row}\n` : "";
      if (open !== "" || row.trim() === "") return;
      rows += 1;
      if (places === undefined) places = readHeader(row);
      else {
        const fields = fieldsOf(row, separator);
        for (const [at, place] of places.entries())
          addField(fields[place]?.trim() ?? "", wanted[at] ?? "");
      }
    },
    result: (): ResolvedColumns => ({ rows, ...found.result(), ...terms.result() }),
  };
}
