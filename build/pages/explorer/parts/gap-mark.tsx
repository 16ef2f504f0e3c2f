import type { Gap } from "../../../data/gap-paths.ts";

/** A mark at a value that is not sure; a click, Enter or Space shows why. */
export function GapMark({ gaps }: { gaps: readonly Gap[] }) {
  const [first] = gaps;
  if (first === undefined) return null;
  return (
    <details class="gap">
      <summary aria-label="How sure is this?">?</summary>
      {gaps.map(({ path, reason }) => (
        <p key={path + reason}>{reason}</p>
      ))}
    </details>
  );
}
