import type { Effect } from "../../../../core/schema/patch.ts";
import { amountsOf, COUNT_COLUMNS, type Counts } from "../tally.ts";

/** The mark of an effect, which the style draws. The caller writes its name beside it. */
export function Mark({ effect }: { effect: Effect }) {
  return <i class={`mark ${effect}`} />;
}

type TagsProps = { counts: Counts; total?: number; sharedAt?: string };

/**
 * How many changes heroes have, as tags, and how many of `total` are not theirs. `sharedAt` links
 * the changes that many share.
 */
export function Tags({ counts, total, sharedAt }: TagsProps) {
  return (
    <span class="tags">
      {amountsOf(counts, total).map(({ sign, words }) =>
        sharedAt && sign.startsWith("shared") ? (
          <a key={words} class={`tag ${sign}`} href={sharedAt}>
            {words}
          </a>
        ) : (
          <span key={words} class={`tag ${sign}`}>
            {words}
          </span>
        ),
      )}
    </span>
  );
}

type CellsProps = {
  counts: Counts;
  total?: number;
  columns?: typeof COUNT_COLUMNS;
  as?: "td" | "span";
};

/** The same as cells of a table, whose heads have the words that the style hides. */
export function CountCells({
  counts,
  total,
  columns = COUNT_COLUMNS,
  as: Cell = "td",
}: CellsProps) {
  const amounts = amountsOf(counts, total);
  return columns.map(({ label, signs }) => (
    <Cell key={label} class="count">
      {amounts
        .filter(({ sign }) => signs.includes(sign))
        .map(({ sign, words }) => (
          <span key={sign} class={sign}>
            <i class={`mark ${sign}`} /> {words.slice(0, words.indexOf(" "))}
            <span class="vh">{words.slice(words.indexOf(" "))}</span>
          </span>
        ))}
    </Cell>
  ));
}

/** What the heads of counts mean. */
export function CountKey() {
  return (
    <p class="key-line">
      <span>Other: new, gone, or neither better nor worse.</span>
      <span>Shared: part of one change to many heroes.</span>
    </p>
  );
}
