import type { Gap } from "../../../data/gap-paths.ts";

/**
 * A mark at a value that is not sure; a click, Enter or Space shows why. Where it stands for more
 * than the value beside it, it says so in words.
 */
export function GapMark({ gaps, isWorded }: { gaps: readonly Gap[]; isWorded?: boolean }) {
  const [first] = gaps;
  if (first === undefined) return null;
  return (
    <details class="gap">
      {isWorded ? (
        <summary class="worded">How sure is this?</summary>
      ) : (
        <summary aria-label="How sure is this?">?</summary>
      )}
      {gaps.map(({ path, reason }) => (
        <p key={path + reason}>{reason}</p>
      ))}
    </details>
  );
}
