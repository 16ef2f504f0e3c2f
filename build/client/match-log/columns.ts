import { fold } from "../../core/spelling/fold.ts";
import type { Names } from "../names.ts";
import { fieldsOf, isOpen, separatorOf } from "./fields.ts";
import { isFilled } from "./log-line.ts";
import { collectionOf, type ResolvedLog, Tally, Terms } from "./resolve-log.ts";

/** What the columns of a table hold. Rows are numbered from the header, which is row 1. */
export type ResolvedColumns = Pick<
  ResolvedLog,
  "names" | "moreUnknown" | "absent" | "modes" | "teams"
> & { rows: number };

/** A table lacks a column. The message is for people. */
export class MissingColumnError extends Error {}

/** Resolves columns of a table with a header, such as CSV, line by line. */
export class ColumnResolver {
  readonly #wanted: readonly string[];
  readonly #names: Names;
  readonly #found: Tally;
  readonly #terms: Terms;
  #separator = ",";
  #places: number[] | undefined;
  #rows = 0;
  /** Lines whose last field goes on in the next one. */
  #open = "";

  constructor(wanted: readonly string[], names: Names) {
    this.#wanted = wanted;
    this.#names = names;
    this.#found = new Tally(names);
    this.#terms = new Terms(names);
  }

  /** Takes the next line. Throws `MissingColumnError` where it is a header without a column. */
  add(line: string): void {
    const row = this.#open + line;
    this.#open = isOpen(row) ? `${row}\n` : "";
    if (this.#open !== "" || row.trim() === "") return;
    this.#rows += 1;
    if (this.#places === undefined) this.#places = this.#readHeader(row);
    else {
      const fields = fieldsOf(row, this.#separator);
      for (const place of this.#places) this.#addField(fields[place]?.trim() ?? "", place);
    }
  }

  result(): ResolvedColumns {
    return { rows: this.#rows, ...this.#found.result(), ...this.#terms.result() };
  }

  #readHeader(row: string): number[] {
    this.#separator = separatorOf(row);
    const header = fieldsOf(row, this.#separator).map((field) => field.trim());
    const folded = header.map(fold);
    return this.#wanted.map((column) => {
      const place = header.includes(column)
        ? header.indexOf(column)
        : folded.indexOf(fold(column.trim()));
      if (place !== -1) return place;
      throw new MissingColumnError(`has no column "${column}"; it has ${header.join(", ")}`);
    });
  }

  #addField(field: string, place: number): void {
    if (!isFilled(field) || this.#terms.add(field)) return;
    const known = collectionOf(this.#names, field);
    const isOfMaps = /map/i.test(this.#wanted[this.#places?.indexOf(place) ?? 0] ?? "");
    this.#found.add(known ?? (isOfMaps ? "maps" : "heroes"), field, this.#rows);
  }
}
