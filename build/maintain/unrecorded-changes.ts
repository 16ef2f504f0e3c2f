import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { changesBetween } from "../history/changes-between.ts";
import { createDraft } from "../history/draft.ts";
import { resolveTarget } from "../history/resolve-target.ts";
import { newestFirst, type Recorded, stateBefore } from "../history/rewind.ts";
import type { GameState } from "../schema/collections.ts";
import type { Correction } from "../schema/game.ts";
import type { PatchChange } from "../schema/patch.ts";
import { unwrap } from "../schema/walk.ts";

/** The game at one moment, with everything that is written down of how it came to be so. */
export type RecordedState = {
  state: GameState;
  patches: readonly Recorded[];
  corrections: readonly Correction[];
};

/**
 * What differs between two states of the data and stands neither in a patch that only one of them
 * has, or has otherwise, nor in a correction: nobody has said whether the game changed or a mistake
 * was mended. Both are taken back to the newest patch that they share, and corrected alike.
 */
export function unrecordedChanges(old: RecordedState, now: RecordedState): PatchChange[] {
  const [before, after] = [beforeOwnPatches(old, now), beforeOwnPatches(now, old)];
  const corrections = onlyIn(now.corrections, old.corrections);
  const takenBack = onlyIn(old.corrections, now.corrections);
  const edited = [...editedTargets(old, now)];
  const whole = new Set(
    [...corrections, ...takenBack].filter(isOfWhole).map(({ target }) => target),
  );
  return changesBetween(corrected(before, corrections), corrected(after, takenBack)).filter(
    ({ target }) =>
      !whole.has(target) && !edited.some((other) => `${target}/`.startsWith(`${other}/`)),
  );
}

/** The state before the patches that came after the newest one that the other side has too. */
function beforeOwnPatches({ state, patches }: RecordedState, other: RecordedState): GameState {
  const newest = newestShared(patches, other.patches);
  const own = newestFirst(patches).filter(({ id }) => newest === undefined || id > newest);
  return own.reduce(stateBefore, state);
}

function newestShared(
  patches: readonly Recorded[],
  others: readonly Recorded[],
): string | undefined {
  const ids = new Set(others.map(({ id }) => id));
  return newestFirst(patches).find(({ id }) => ids.has(id))?.id;
}

/**
 * The targets of changes that only one side has, in patches no newer than the newest that both
 * have.
 */
function editedTargets(old: RecordedState, now: RecordedState): Set<string> {
  const newest = newestShared(old.patches, now.patches) ?? "";
  const [before, after] = [old, now].map(
    ({ patches }) => new Map(patches.map(({ id, changes }) => [id, changes])),
  );
  const targets = new Set<string>();
  for (const id of new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])) {
    if (id > newest) continue;
    const [was, is] = [before?.get(id) ?? [], after?.get(id) ?? []].map((list) =>
      list.map(({ target, from, to }) => ({ target, from, to })),
    ) as [PatchChange[], PatchChange[]];
    for (const { target } of [...onlyIn(was, is), ...onlyIn(is, was)]) targets.add(target);
  }
  return targets;
}

/** The elements of a list that are in no other one. */
export function onlyIn<T>(list: readonly T[], other: readonly T[]): T[] {
  return list.filter((one) => !other.some((another) => isDeepStrictEqual(one, another)));
}

/** A state with corrections: each value that was wrong, as it is said to be now. */
export function corrected(state: GameState, corrections: readonly Correction[]): GameState {
  const draft = createDraft(state);
  for (const correction of corrections) {
    const { target, from, to } = correction;
    const slot = isOfWhole(correction) ? undefined : draft.slotOf(target);
    if (isDeepStrictEqual(slot?.get() ?? null, from)) slot?.set(structuredClone(to));
  }
  return draft.finish();
}

/**
 * Whether a correction says that a whole thing was missing, should not have been there, or was
 * another.
 */
export function isOfWhole({ target }: Pick<Correction, "target">): boolean {
  const resolved = resolveTarget(target);
  if (resolved.kind !== "modelled") return false;
  const schema = unwrap(resolved.schema);
  return schema instanceof z.ZodObject || schema instanceof z.ZodArray;
}
