import type { HeroEffect } from "../../../../core/schema/details.ts";
import type { Effect } from "../../../../core/schema/patch.ts";
import { amountsOf, COUNT_COLUMNS, type Counts } from "../tally.ts";

/** The mark of an effect, which the style draws. The caller writes its name beside it. */
export function Mark({ effect }: { effect: Effect }) {
  return <i class={`mark ${effect}`} />;
}

/** How many changes heroes have, as tags, and how many of `total` are not theirs. */
export function Tags({ counts, total = 0 }: { counts: Counts; total?: number }) {
  return (
    <span class="tags">
      {amountsOf(counts, total).map(({ sign, words }) => (
        <span key={words} class={`tag ${sign}`}>
          {words}
        </span>
      ))}
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
      <span>Shared: the same for many heroes.</span>
    </p>
  );
}

/** The signs of the tags of a hero, and the words for a pointer. */
export function Signs({ hero }: { hero: HeroEffect | undefined }) {
  const amounts = hero === undefined ? [] : amountsOf(hero);
  const signs = [...(hero?.side === "new" ? ["new"] : []), ...amounts.map(({ sign }) => sign)];
  return (
    <span class="signs" title={amounts.map(({ words }) => words).join(", ")}>
      {[...new Set(signs)].map((sign) => (
        <i key={sign} class={`mark ${sign}`} />
      ))}
    </span>
  );
}

/** A number with the words for one and for several. `kind` is the class for its colour. */
type LargeNumber = { amount: number; one: string; many: string; kind?: string };

/** A few large numbers with their words. */
export function Numbers({ numbers, id }: { numbers: readonly LargeNumber[]; id?: string }) {
  return (
    <ul class="numbers" id={id}>
      {numbers.map(({ amount, one, many, kind }) => (
        <li key={one} class={kind}>
          <b>{amount.toLocaleString("en")}</b>
          <span class="label">{amount === 1 ? one : many}</span>
        </li>
      ))}
    </ul>
  );
}
