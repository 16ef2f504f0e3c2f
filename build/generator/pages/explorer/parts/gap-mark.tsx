import type { Gap } from "../../../data/gap-paths.ts";

/** Why values are not sure, folded. */
export function GapMark({ gaps }: { gaps: readonly Gap[] }) {
  if (gaps.length === 0) return null;
  return (
    <details class="gap">
      <summary>How sure is this?</summary>
      {[...new Set(gaps.map(({ reason }) => reason))].map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
    </details>
  );
}
