import type { Effect } from "../../../../core/schema/patch.ts";
import { count } from "../format.ts";

/** The mark of an effect, which the style draws. The caller writes its name beside it. */
export function Mark({ effect }: { effect: Effect }) {
  return <i class={`mark ${effect}`} />;
}

/** How many buffs, nerfs and other changes there are, as tags. The style draws their marks. */
export function Tags({ tally }: { tally: Tally }) {
  const { buffs, nerfs, others, shared = 0 } = tally;
  return (
    <span class="tags">
      {buffs === 0 ? null : <span class="tag buff">{count(buffs, "buff")}</span>}
      {nerfs === 0 ? null : <span class="tag nerf">{count(nerfs, "nerf")}</span>}
      {others === 0 ? null : <span class="tag">{others} other</span>}
      {shared === 0 ? null : <span class="tag">{shared} shared</span>}
    </span>
  );
}

/** Changes counted by their effect. Those that many heroes share are counted apart. */
export type Tally = { buffs: number; nerfs: number; others: number; shared?: number };

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
