import { totalOf } from "../../../../core/game/effects.ts";
import type { Effect } from "../../../../core/schema/patch.ts";
import { count } from "../format.ts";
import type { Counts } from "../tally.ts";

/** The mark of an effect, which the style draws. The caller writes its name beside it. */
export function Mark({ effect }: { effect: Effect }) {
  return <i class={`mark ${effect}`} />;
}

/** How many changes heroes have, as tags. The style draws the marks of buffs and nerfs. */
export function Tags({ counts: { own, shared, in6v6 } }: { counts: Counts }) {
  const { buff = 0, nerf = 0, ...others } = own;
  const further = [
    [totalOf(others), "other"],
    [totalOf(shared), "shared"],
    [totalOf(in6v6), "in 6v6"],
  ] as const;
  return (
    <span class="tags">
      {buff === 0 ? null : <span class="tag buff">{count(buff, "buff")}</span>}
      {nerf === 0 ? null : <span class="tag nerf">{count(nerf, "nerf")}</span>}
      {further.map(([amount, kind]) =>
        amount === 0 ? null : (
          <span key={kind} class="tag">
            {amount} {kind}
          </span>
        ),
      )}
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
