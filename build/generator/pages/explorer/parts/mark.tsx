import type { Effect } from "../change-view.ts";
import { count } from "../format.ts";

/** The name of each mark. */
const NAMES: Readonly<Record<Effect, string>> = {
  buff: "buff",
  nerf: "nerf",
  changed: "changed",
  new: "new",
  removed: "removed",
};

/**
 * The mark of an effect. The style draws it. `isNamed` adds its name for screen readers; not needed
 * if a word is beside it.
 */
export function Mark({ effect, isNamed = true }: { effect: Effect; isNamed?: boolean }) {
  return (
    <>
      <i class={`mark ${effect}`} />
      {isNamed ? <span class="vh">{NAMES[effect]}</span> : null}
    </>
  );
}

/** How many buffs, nerfs and other changes there are, as tags. */
export function Tags({ tally }: { tally: Tally }) {
  const { buffs, nerfs, others } = tally;
  return (
    <span class="tags">
      {buffs === 0 ? null : (
        <span class="tag buff">
          <Mark effect="buff" isNamed={false} /> {count(buffs, "buff")}
        </span>
      )}
      {nerfs === 0 ? null : (
        <span class="tag nerf">
          <Mark effect="nerf" isNamed={false} /> {count(nerfs, "nerf")}
        </span>
      )}
      {others === 0 ? null : (
        <span class="tag">
          <Mark effect="changed" isNamed={false} /> {others} other
        </span>
      )}
    </span>
  );
}

/** Changes counted by their effect. */
export type Tally = { buffs: number; nerfs: number; others: number };
