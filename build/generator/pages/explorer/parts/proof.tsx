import type { Gap } from "../../../../core/schema/details.ts";

/** The switch of a page that shows what its values rest on. The style opens every `.proof`. */
export function ProofSwitch() {
  return (
    <label class="chip proof-switch">
      <input type="checkbox" id="proofs" /> How sure is this?
    </label>
  );
}

/** Why values are not sure, behind the switch of the page. */
export function Proof({ gaps }: { gaps: readonly Pick<Gap, "reason">[] }) {
  const reasons = [...new Set(gaps.map(({ reason }) => reason))];
  return reasons.map((reason) => (
    <p key={reason} class="proof">
      {reason}
    </p>
  ));
}

/** The mark of a value that the publisher did not print and two independent sources do not have. */
export function LessSure() {
  return (
    <span class="one-source" title="less sure">
      <span class="vh"> (less sure)</span>
    </span>
  );
}

/** The mark on a page with the switch, which it turns. */
export function LessSureSwitch() {
  return (
    <label for="proofs">
      <LessSure />
    </label>
  );
}

/** What the mark of `LessSure` means, on all pages. */
export function LessSureKey() {
  return (
    <span class="small soft">
      <span class="one-source" /> less sure: one source, none of its time, or sources that differ
    </span>
  );
}
