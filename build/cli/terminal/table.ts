import type { ChangeRow } from "../../generator/history/change-rows.ts";

/** A spelling with its path: `Lúcio (heroes/lucio)`. */
export function describeSuggestion({ spelling, path }: { spelling: string; path: string }): string {
  return `${spelling} (${path})`;
}

/** `; did you mean Lúcio (heroes/lucio)?`, or an empty text where nothing is near. */
export function didYouMean(near: readonly { spelling: string; path: string }[]): string {
  return near.length === 0 ? "" : `; did you mean ${near.map(describeSuggestion).join(" or ")}?`;
}

/** Rows in columns, aligned as a terminal shows them. */
export function table(rows: readonly string[][], indent = ""): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [at, cell] of row.entries())
      widths[at] = Math.max(widths[at] ?? 0, row.length === 1 ? 0 : widthOf(cell));
  const pad = (cell: string, at: number) =>
    cell + " ".repeat(Math.max(0, (widths[at] ?? 0) - widthOf(cell)));
  return rows.map((row) => `${indent}${row.map(pad).join("  ").trimEnd()}`).join("\n");
}

/** Changes in columns. */
export function alignRows(rows: readonly ChangeRow[], indent = "  "): string {
  return table(
    rows.map(({ target, from, to }) => [target, from, "->", to]),
    indent,
  );
}

/**
 * The width of a text in columns of a terminal. East Asian characters take two (UAX #11), combining
 * marks none.
 */
function widthOf(text: string) {
  return [...text].reduce((width, char) => {
    if (/\p{Mark}/u.test(char)) return width;
    return (
      width +
      (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/.test(
        char,
      )
        ? 2
        : 1)
    );
  }, 0);
}
