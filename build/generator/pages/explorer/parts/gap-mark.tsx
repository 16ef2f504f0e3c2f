import type { Gap } from "../../../data/gap-paths.ts";

/** Why a value is not sure, folded. */
export function GapMark({ gaps }: { gaps: readonly Gap[] }) {
  if (gaps.length === 0) return null;
  return (
    <details class="gap">
      <summary>How sure is this?</summary>
      {gaps.map(({ path, reason }) => (
        <p key={path + reason}>{reason}</p>
      ))}
    </details>
  );
}
