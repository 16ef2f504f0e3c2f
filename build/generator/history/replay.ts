import type { GameState } from "../../core/schema/collections.ts";
import type { PatchChange } from "../../core/schema/patch.ts";
import { createDraft } from "./draft.ts";
import { resolveTarget } from "./resolve-target.ts";

/** The state after changes, applied in their order. Unmodelled changes are left out. */
export function replay(state: GameState, changes: readonly PatchChange[]): GameState {
  const draft = createDraft(state);
  for (const change of changes) {
    if (resolveTarget(change.target).kind !== "modelled") continue;
    const slot = draft.slotOf(change.target);
    if ("to" in change) slot?.set(change.to);
    else slot?.remove();
  }
  return draft.state;
}
