import type { PatchChange } from "../schema/patch.ts";
import { inOrder } from "./rewind.ts";
import { type GameState, resolveTarget, slotOf } from "./target.ts";

/** The state after changes, applied in their order; what the resources do not model changes nothing. */
export function replay(state: GameState, changes: readonly PatchChange[]): GameState {
  const next = structuredClone(state);
  for (const change of changes) {
    if (resolveTarget(change.target).kind !== "modelled") continue;
    const slot = slotOf(next, change.target);
    if ("to" in change) slot?.set(structuredClone(change.to));
    else slot?.remove();
  }
  inOrder(next);
  return next;
}
