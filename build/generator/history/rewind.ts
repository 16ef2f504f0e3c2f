import { isDeepStrictEqual } from "node:util";
import { newestFirst } from "../../core/game/day.ts";
import { isKit } from "../../core/game/targets.ts";
import type { GameState } from "../../core/schema/collections.ts";
import type { AbilityState } from "../../core/schema/hero.ts";
import type { PatchChange, RecordedChange } from "../../core/schema/patch.ts";
import { shown } from "../data/issue.ts";
import { createDraft, type Slot, valueAt } from "./address.ts";
import { changesBetween } from "./changes-between.ts";
import { resolveTarget } from "./resolve-target.ts";

/** A patch, as far as the walk needs it. */
export type WalkedPatch = {
  id: string;
  changes: readonly (PatchChange & Pick<RecordedChange, "breaks">)[];
  unexplained?: readonly { changes: readonly PatchChange[] }[] | undefined;
};

/** A step between two states, and where it is in the patch's file. */
export type Step = { change: PatchChange; path: (string | number)[] };

/** Every step from the state before a patch to the one after it, in their order. */
export function stepsOf({ unexplained = [], changes }: Omit<WalkedPatch, "id">): Step[] {
  const stepAt =
    (...path: Step["path"]) =>
    (change: PatchChange, at: number) => ({ change, path: [...path, at] });
  return [
    ...unexplained.flatMap((group, at) => group.changes.map(stepAt("unexplained", at, "changes"))),
    ...changes.map(stepAt("changes")),
  ];
}

/** A change that does not fit the state that the newer patches lead back to. */
export type Break = {
  patchId: string;
  /** Where the change is in the patch's file. */
  path: (string | number)[];
  /** What does not fit: a side of the change, or its target where it addresses nothing. */
  key: "target" | "from" | "to";
  message: string;
  /** The target, where its record does not join. */
  about?: string;
};

/**
 * Applies rows in their order. Returns those that start from another value than is there, as
 * changes from that value to theirs. Rows of values that nothing models are left out.
 */
export function applyRows(
  slotOf: (target: string) => Slot | undefined,
  rows: WalkedPatch["changes"],
): PatchChange[] {
  return rows.flatMap(({ target, from, to, breaks }) => {
    const resolved = resolveTarget(target);
    if (resolved.kind !== "modelled") return [];
    const slot = slotOf(target);
    const found = slot?.get();
    slot?.set(to);
    // Of a whole thing, a row may say no more than that it was there.
    const isOurs = resolved.isElement
      ? (found === undefined) === (from === undefined)
      : isDeepStrictEqual(found, from);
    return (isOurs && slot !== undefined) || breaks !== undefined
      ? []
      : [{ target, from: found, to: from }];
  });
}

/** The state after changes, applied in their order. */
export function replay(state: GameState, changes: readonly PatchChange[]): GameState {
  const draft = createDraft(state);
  applyRows(draft.slotOf, changes);
  return draft.state;
}

/**
 * The state after each patch, from the newest (whose state is `now`) to the oldest, with the breaks
 * that were met on the way from the next newer state. States share the objects that did not change.
 */
export function* walkBack<Patch extends WalkedPatch>(
  now: GameState,
  patches: readonly Patch[],
): Generator<{ patch: Patch; state: GameState; breaks: Break[] }> {
  const newer: Patch[] = [];
  let walked: ReturnType<typeof undo> = { state: now, breaks: [] };
  for (const patch of newestFirst(patches)) {
    yield { patch, ...walked };
    walked = undo(walked.state, patch, newer);
    newer.push(patch);
  }
  const oldest = newer.at(-1);
  if (oldest !== undefined && walked.breaks.length > 0) yield { patch: oldest, ...walked };
}

/** The state before the patch that leads to `state`. `state` is not changed. */
export function stateBefore(state: GameState, patch: WalkedPatch): GameState {
  return undo(state, patch, []).state;
}

/**
 * Takes one patch back, its last change first. Each `to` must be the value of the state; `from`
 * replaces it.
 */
function undo(state: GameState, patch: WalkedPatch, newer: readonly WalkedPatch[]) {
  const draft = createDraft(state);
  const breaks: Break[] = [];
  for (const { change, path } of stepsOf(patch).reverse()) {
    const { target } = change;
    const report = (key: Break["key"], message: string, more?: { about: string }) =>
      breaks.push({ patchId: patch.id, path, key, message, ...more });
    const resolved = resolveTarget(target);
    if (resolved.kind !== "modelled") continue;
    const slot = draft.slotOf(target);
    if (slot === undefined) {
      const who = whoSays(target, newer);
      report("target", `${target} has nothing around it after this patch; ${who} no such thing`);
      continue;
    }
    const differs = differenceFrom(change, slot.get(), resolved.isElement);
    if (differs !== undefined && !isExplained(target, newer)) {
      const message =
        `the record of ${differs.target} does not join: patch ${patch.id} leads to ` +
        `${shown(differs.to)}, but ${whoSays(target, newer)} ${shown(differs.from)}; correct the ` +
        "one that is wrong";
      report("to" in change ? "to" : "target", message, { about: target });
    }
    for (const id of isKit(target) ? figuresLost(draft.state, change) : [])
      report("to", `figures of "${id}", which comes with this kit; record them after it`);
    const isUnknown = resolved.isElement && change.from === true;
    slot.set(isUnknown ? undefined : change.from);
    if (!("from" in change) && !resolved.mayBeAbsent)
      report("target", `${target} would have no value before this patch; null is one`);
  }
  return { state: draft.state, breaks };
}

/** The abilities that a kit brings and that have figures which no change brings. */
function figuresLost(state: GameState, { target, from }: PatchChange): string[] {
  const kit = valueAt(state, target.split("/")) as AbilityState[];
  return kit
    .filter(({ id, figures }) => figures !== undefined && valueAt(from, [id]) === undefined)
    .map(({ id }) => id);
}

/**
 * Where a value first differs from what a change leads to. `true` represents a whole thing that an
 * older record does not hold.
 */
function differenceFrom({ target, to }: PatchChange, found: unknown, isElement: boolean) {
  const isUnknown = isElement && to === true && found !== undefined;
  return isUnknown ? undefined : changesBetween(found, to, target)[0];
}

/** Whether the newer patch that changed the target next says why it starts from another value. */
function isExplained(target: string, newer: readonly WalkedPatch[]) {
  const later = newer.flatMap(({ changes }) => changes.filter((one) => one.target === target));
  return later.at(-1)?.breaks !== undefined;
}

/**
 * Names the next newer patch that changed the target, a part of it, or a whole around it. Default:
 * today's data.
 */
function whoSays(target: string, newer: readonly WalkedPatch[]): string {
  const last = newer.findLast((patch) =>
    patch.changes.some((change) => overlaps(change.target, target)),
  );
  return last === undefined ? "the data of today says" : `patch ${last.id} starts from`;
}

/** Whether a target is another one, or a part of it. */
export function isWithin(target: string, whole: string): boolean {
  return `${target}/`.startsWith(`${whole}/`);
}

/** Whether one of two targets is within the other. */
export function overlaps(a: string, b: string): boolean {
  return isWithin(a, b) || isWithin(b, a);
}
