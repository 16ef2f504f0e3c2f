import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { newestFirst } from "../../core/game/day.ts";
import type { GameState } from "../../core/schema/collections.ts";
import type { Correction } from "../../core/schema/game.ts";
import { unwrap } from "../../core/schema/inspect-schema.ts";
import type { PatchChange } from "../../core/schema/patch.ts";
import { checkEverything, wholeData } from "../../generator/data/check-data.ts";
import type { Issue } from "../../generator/data/issue.ts";
import { type LoadedData, loadData } from "../../generator/data/load-data.ts";
import { createDraft } from "../../generator/history/address.ts";
import { changesBetween } from "../../generator/history/changes-between.ts";
import { resolveTarget } from "../../generator/history/resolve-target.ts";
import { overlaps, stateBefore, type WalkedPatch } from "../../generator/history/rewind.ts";
import {
  type Baseline,
  BaselineError,
  type RecordedState,
  readBaseline,
  recordedState,
  withNewFigures,
} from "./baseline.ts";

/**
 * Checks a data folder and compares it with a git revision. `changes` are those that no patch and
 * no correction explains; issues that only follow from them are left out. `obstacle` says why there
 * is no comparison.
 */
export function compareData(dir: string, revision?: string) {
  const { data: loaded, issues, texts } = loadData(dir);
  const { base, changes, obstacle }: Comparison =
    issues.length > 0 ? { changes: [] } : compare(loaded, dir, revision);
  const gone = new Set(changes.filter(({ to }) => to === undefined).map(({ target }) => target));
  const hasNewThing = changes.some(({ target, from }) => from === undefined && isThing(target));
  // An unrecorded edit also breaks the join of the record, and what names its old value. That is
  // said once. No older state can be rebuilt while a whole thing seems to have been there always.
  const isOfChange = ({ code, cause, about }: Issue) =>
    gone.has(cause ?? "") ||
    (hasNewThing && code === "history-state") ||
    (about !== undefined && changes.some(({ target }) => overlaps(target, about)));
  const { issues: found, data } = checkEverything(loaded);
  issues.push(...found.filter((issue) => !isOfChange(issue)));
  return { loaded, data, texts, issues, base, changes, obstacle };
}

/** Whether a target is a whole hero, map, mode or role. */
function isThing(target: string): boolean {
  return target.split("/").length === 2;
}

type Comparison = { base?: Baseline; changes: PatchChange[]; obstacle?: string };

function compare(loaded: LoadedData, dir: string, revision: string | undefined): Comparison {
  try {
    const committed = readBaseline(dir, revision, loaded);
    if (committed?.loaded === loaded) return { base: committed, changes: [] };
    if (committed !== undefined) {
      const base = withNewFigures(committed, loaded);
      return { base, changes: unrecordedChanges(base, recordedState(wholeData(loaded))) };
    }
    const obstacle = `git does not track ${dir}, so unrecorded edits were not looked for`;
    return { changes: [], obstacle };
  } catch (error) {
    if (!(error instanceof BaselineError)) throw error;
    return { changes: [], obstacle: `unrecorded edits were not looked for: ${error.message}` };
  }
}

/**
 * The changes between two states of the data that no patch and no correction explains. Nobody has
 * said whether the game changed or a mistake was corrected. Both states are taken back to the
 * newest patch that they share, with the corrections of both.
 */
export function unrecordedChanges(old: RecordedState, now: RecordedState): PatchChange[] {
  const before = beforeOwnPatches(old, now);
  const after = beforeOwnPatches(now, old);
  const corrections = onlyIn(now.corrections, old.corrections);
  const takenBack = onlyIn(old.corrections, now.corrections);
  const edited = [...editedTargets(old, now)];
  const whole = new Set(
    [...corrections, ...takenBack].filter(isOfWhole).map(({ target }) => target),
  );
  return changesBetween(
    applyCorrections(before, corrections),
    applyCorrections(after, takenBack),
  ).filter(
    ({ target }) =>
      !whole.has(target) && !edited.some((other) => `${target}/`.startsWith(`${other}/`)),
  );
}

/** The state after the newest patch that both sides have. */
function beforeOwnPatches({ state, patches }: RecordedState, other: RecordedState): GameState {
  const newest = newestShared(patches, other.patches);
  const own = newestFirst(patches).filter(({ id }) => newest === undefined || id > newest);
  return own.reduce(stateBefore, state);
}

function newestShared(
  patches: readonly WalkedPatch[],
  others: readonly WalkedPatch[],
): string | undefined {
  const ids = new Set(others.map(({ id }) => id));
  return newestFirst(patches).find(({ id }) => ids.has(id))?.id;
}

/** The targets of changes that only one side has, up to the newest patch that both have. */
function editedTargets(old: RecordedState, now: RecordedState): Set<string> {
  const newest = newestShared(old.patches, now.patches) ?? "";
  const rowsOf = ({ patches }: RecordedState) =>
    new Map(
      patches
        .filter(({ id }) => id <= newest)
        .flatMap(({ id, changes }) =>
          changes.map(({ target, from, to }) => [JSON.stringify([id, target, from, to]), target]),
        ),
    );
  const was = rowsOf(old);
  const is = rowsOf(now);
  const onlyOne = [...was, ...is].filter(([row]) => was.has(row) !== is.has(row));
  return new Set(onlyOne.map(([, target]) => target));
}

/** The elements of a list that have no equal in another list. */
export function onlyIn<T>(list: readonly T[], other: readonly T[]): T[] {
  return list.filter((one) => !other.some((another) => isDeepStrictEqual(one, another)));
}

/** A state with corrections applied. Values that differ from their `from` are left as they are. */
export function applyCorrections(state: GameState, corrections: readonly Correction[]): GameState {
  const draft = createDraft(state);
  for (const correction of corrections) {
    const { target, from, to } = correction;
    const isOfToday = correction.asOf === undefined && !isOfWhole(correction);
    const slot = isOfToday ? draft.slotOf(target) : undefined;
    if (isDeepStrictEqual(slot?.get() ?? null, from)) slot?.set(structuredClone(to));
  }
  return draft.state;
}

/** Whether a correction is about a whole thing, not a single value. */
export function isOfWhole({ target }: Pick<Correction, "target">): boolean {
  const resolved = resolveTarget(target);
  if (resolved.kind !== "modelled") return false;
  const schema = unwrap(resolved.schema);
  return schema instanceof z.ZodObject || schema instanceof z.ZodArray;
}
