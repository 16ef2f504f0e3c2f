import type { Gap } from "../../../data/gap-paths.ts";

/**
 * A mark at a value that is not sure. A click, Enter or Space shows why. `isWorded` shows words in
 * place of `?`, for more than the one value beside it.
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
