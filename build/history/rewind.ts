import { isDeepStrictEqual } from "node:util";
import type { GameState } from "../schema/collections.ts";
import type { PatchChange, RecordedChange } from "../schema/patch.ts";
import { createDraft } from "./draft.ts";
import { resolveTarget } from "./resolve-target.ts";

/** As much of a patch as its record of changes. */
export type Recorded = {
  id: string;
  changes: readonly (PatchChange & Pick<RecordedChange, "breaks">)[];
};

/** A place where the record does not meet the state that the newer patches lead back to. */
export type Break = {
  patchId: string;
  /** Index in the patch's changes. */
  index: number;
  /** The side of the change that does not fit, or the target where it addresses nothing. */
  key: "target" | "from" | "to";
  message: string;
  /** The value whose record does not join. */
  unjoined?: string;
};

/**
 * The state after each patch, from the newest patch (whose state is `now`) to the oldest, and what
 * did not join on the way there. What did not change between two states is the same object in both.
 */
export function* walkBack<Patch extends Recorded>(
  now: GameState,
  patches: readonly Patch[],
): Generator<{ patch: Patch; state: GameState; breaks: Break[] }> {
  const newer: Patch[] = [];
  let state = now;
  let breaks: Break[] = [];
  for (const patch of newestFirst(patches)) {
    yield { patch, state, breaks };
    ({ before: state, breaks } = undo(state, patch, newer));
    newer.push(patch);
  }
  const [oldest] = newer.slice(-1);
  if (oldest !== undefined && breaks.length > 0) yield { patch: oldest, state, breaks };
}

/**
 * Patches newest first: date descending, then suffix descending (`-c`, `-b`, none). Ids sort that
 * way as text.
 */
export function newestFirst<T extends { id: string }>(patches: readonly T[]): T[] {
  return patches.toSorted((a, b) => (a.id < b.id ? 1 : -1));
}

/** The state before a patch that leads to `state`, which is left as it is. */
export function stateBefore(state: GameState, patch: Recorded): GameState {
  return undo(state, patch, []).before;
}

/**
 * Takes one patch back, its last change first. Each `to` must be what stands there; `from` takes
 * its place.
 */
function undo(
  state: GameState,
  patch: Recorded,
  newer: readonly Recorded[],
): { before: GameState; breaks: Break[] } {
  const draft = createDraft(state);
  const breaks: Break[] = [];
  for (const [index, change] of [...patch.changes.entries()].reverse()) {
    const resolved = resolveTarget(change.target);
    if (resolved.kind !== "modelled") continue;
    const slot = draft.slotOf(change.target);
    if (slot === undefined) {
      const message =
        `${change.target} has nothing around it after this patch; ` +
        `${whoSays(change.target, newer)} no such thing`;
      breaks.push({ patchId: patch.id, index, key: "target", message });
      continue;
    }
    const found = slot.get();
    if (!matches(change, found, resolved.isElement) && !isExplained(change.target, newer)) {
      const claimed = "to" in change ? show(change.to) : "nothing (removed)";
      const message =
        `the record of ${change.target} does not join: patch ${patch.id} leads to ${claimed}, ` +
        `but ${whoSays(change.target, newer)} ` +
        `${found === undefined ? "nothing" : show(found)}; correct the one that is wrong`;
      const key = "to" in change ? "to" : "target";
      breaks.push({ patchId: patch.id, index, key, message, unjoined: change.target });
    }
    const isUnknown = resolved.isElement && change.from === true;
    if ("from" in change && !isUnknown) slot.set(structuredClone(change.from));
    else slot.remove();
  }
  return { before: draft.finish(), breaks };
}

/** `true` stands for a whole thing that older records do not know. */
function matches(change: PatchChange, found: unknown, isElement: boolean): boolean {
  if (!("to" in change)) return found === undefined;
  if (isElement && change.to === true) return found !== undefined;
  return isDeepStrictEqual(change.to, found);
}

/** Whether the newer patch that changed the target next says why it starts from another value. */
function isExplained(target: string, newer: readonly Recorded[]): boolean {
  const changes = newer.toReversed().map((patch) => patch.changes.find((c) => c.target === target));
  return changes.find((change) => change !== undefined)?.breaks !== undefined;
}

/**
 * Names the newer patch that touched the target, or the part or the whole of it, last; else the
 * data of today.
 */
function whoSays(target: string, newer: readonly Recorded[]): string {
  const touches = (other: string) =>
    `${other}/`.startsWith(`${target}/`) || `${target}/`.startsWith(`${other}/`);
  const last = newer.findLast((patch) => patch.changes.some((change) => touches(change.target)));
  return last === undefined ? "the data of today says" : `patch ${last.id} starts from`;
}

function show(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 157)}...` : text;
}
