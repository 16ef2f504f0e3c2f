import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { newestFirst } from "../../core/game/day.ts";
import type { Correction } from "../../core/schema/game.ts";
import { unwrap } from "../../core/schema/inspect-schema.ts";
import type { Patch, PatchChange } from "../../core/schema/patch.ts";
import { checkEverything, wholeData } from "../../generator/data/check-data.ts";
import { newestPatch } from "../../generator/data/game-data.ts";
import type { Issue } from "../../generator/data/issue.ts";
import { type LoadedData, loadData } from "../../generator/data/load-data.ts";
import { createDraft } from "../../generator/history/address.ts";
import type { ChangeRow } from "../../generator/history/change-rows.ts";
import { changesBetween } from "../../generator/history/changes-between.ts";
import { resolveTarget } from "../../generator/history/resolve-target.ts";
import { overlaps, stateBefore } from "../../generator/history/rewind.ts";
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
 * said whether the game changed or a mistake was corrected. Edits of the record are reported apart.
 */
export function unrecordedChanges(old: RecordedState, now: RecordedState): PatchChange[] {
  const edited = editedTargets(old, now);
  return [...followRecord(old, now).unlike, ...changesSince(old, now)].filter(
    ({ target }) => !edited.some((other) => `${target}/`.startsWith(`${other}/`)),
  );
}

/** The changes that lead to a state from where the record since an older one leads. */
export function changesSince(old: RecordedState, now: RecordedState): PatchChange[] {
  const corrections = [
    ...onlyIn(now.corrections, old.corrections),
    ...onlyIn(old.corrections, now.corrections),
  ];
  const whole = new Set(corrections.filter(isOfWhole).map(({ target }) => target));
  const changes = changesBetween(followRecord(old, now).state, now.state);
  return changes.filter(({ target }) => !whole.has(target));
}

/**
 * Applies the record of `now` to the state of `old`, from which its own is taken back. `unlike` is
 * where a change starts from another value.
 */
function followRecord(old: RecordedState, now: RecordedState) {
  const newest = newestShared(old, now);
  const own = ({ patches }: RecordedState) => newestFirst(patches).filter(({ id }) => id > newest);
  const draft = createDraft(own(old).reduce(stateBefore, old.state));
  const correct = ({ target, asOf }: Correction, from: unknown, to: unknown) => {
    const slot = asOf === undefined && !isOfWhole({ target }) ? draft.slotOf(target) : undefined;
    if (isDeepStrictEqual(slot?.get() ?? null, from)) slot?.set(to);
  };
  for (const one of onlyIn(old.corrections, now.corrections)) correct(one, one.to, one.from);
  for (const one of onlyIn(now.corrections, old.corrections)) correct(one, one.from, one.to);
  const rows = own(now)
    .reverse()
    .flatMap(({ changes }) => changes);
  const unlike = rows.flatMap(({ target, from, to, breaks }) => {
    const resolved = resolveTarget(target);
    const slot = resolved.kind === "modelled" ? draft.slotOf(target) : undefined;
    if (resolved.kind !== "modelled" || slot === undefined) return [];
    const value = slot.get();
    slot.set(to);
    const isOurs = resolved.isElement
      ? (value === undefined) === (from === undefined)
      : isDeepStrictEqual(value, from);
    return isOurs || breaks !== undefined ? [] : [{ target, from: value, to: from }];
  });
  return { state: draft.state, unlike };
}

/** The newest patch that both have, or an empty text. */
function newestShared({ patches }: RecordedState, other: RecordedState): string {
  const ids = new Set(other.patches.map(({ id }) => id));
  return newestFirst(patches).find(({ id }) => ids.has(id))?.id ?? "";
}

/** The targets of changes that only one side has, up to the newest patch that both have. */
function editedTargets(old: RecordedState, now: RecordedState): string[] {
  const newest = newestShared(old, now);
  const rowsOf = ({ patches }: RecordedState) =>
    patches.flatMap(({ id, changes }) =>
      id > newest
        ? []
        : changes.map(
            ({ target, from, to }) => [JSON.stringify([id, target, from, to]), target] as const,
          ),
    );
  const was = new Map(rowsOf(old));
  const is = new Map(rowsOf(now));
  return [...was, ...is].flatMap(([row, target]) => (was.has(row) && is.has(row) ? [] : [target]));
}

/** The elements of a list that have no equal in another list. */
export function onlyIn<T>(list: readonly T[], other: readonly T[]): T[] {
  return list.filter((one) => !other.some((another) => isDeepStrictEqual(one, another)));
}

/** Whether a correction is about a whole thing, not a single value. */
export function isOfWhole({ target }: Pick<Correction, "target">): boolean {
  const resolved = resolveTarget(target);
  if (resolved.kind !== "modelled") return false;
  const schema = unwrap(resolved.schema);
  return schema instanceof z.ZodObject || schema instanceof z.ZodArray;
}

/** A change that two records of a patch have differently; null where one does not have it. */
export type EditedChange = { target: string; was: PatchChange | null; is: PatchChange | null };

type ComparedPatch = Pick<Patch, "id"> & { changes: readonly PatchChange[] };

/** The patches of both lists whose changes differ, in the order of the second list. */
export function editedPatches(
  old: readonly ComparedPatch[],
  now: readonly ComparedPatch[],
): { patch: string; changes: EditedChange[] }[] {
  const before = new Map(old.map((patch) => [patch.id, patch]));
  return now.flatMap((patch) => {
    const was = before.get(patch.id);
    const changes = was === undefined ? [] : editedChanges(was.changes, patch.changes);
    return changes.length === 0 ? [] : [{ patch: patch.id, changes }];
  });
}

function editedChanges(old: readonly PatchChange[], now: readonly PatchChange[]): EditedChange[] {
  const [before, after] = [old, now].map(
    (list) => new Map(list.map((change) => [change.target, sidesOf(change)])),
  );
  const targets = new Set([...old, ...now].map(({ target }) => target));
  return [...targets].flatMap((target) => {
    const [was = null, is = null] = [before?.get(target), after?.get(target)];
    return isDeepStrictEqual(was, is) ? [] : [{ target, was, is }];
  });
}

/** A change without what explains it. */
export function sidesOf({ target, from, to }: PatchChange): PatchChange {
  return {
    target,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** A row per edited change, with both sides before and after the edit. */
export function editedRows(changes: readonly EditedChange[]): ChangeRow[] {
  return changes.map(({ target, was, is }) => ({
    target,
    from: was === null ? "(not recorded)" : showSides(was),
    to: is === null ? "(no longer recorded)" : showSides(is),
  }));
}

function showSides({ from, to }: PatchChange): string {
  const [before, after] = [from, to].map((side) => {
    const text = JSON.stringify(side) ?? "nothing";
    return text.length > 30 ? `${text.slice(0, 27)}...` : text;
  });
  return `${before} to ${after}`;
}

/** An issue for each recorded change that was edited or removed without an explanation. */
export function editedRecordIssues(base: Baseline, data: LoadedData): Issue[] {
  const { patches } = wholeData(data);
  const isExplained = createExplanations(base, data);
  const rows = editedPatches(base.patches, patches).flatMap(({ patch, changes }) => {
    const file = data.patches.find(({ value }) => value.id === patch);
    const unexplained = changes.filter((change) => !isExplained(patch, change));
    return editedRows(unexplained).map(({ target, from, to }) => {
      const at = file?.value.changes.findIndex((change) => change.target === target) ?? -1;
      const isValue = resolveTarget(target).kind === "modelled" && !isOfWhole({ target });
      const explain = isValue
        ? `correct it with: gamedata correct ${target}=VALUE --as-of ${patch} --reason "WHY"`
        : "explain it in corrections.json";
      const message =
        `${target} is recorded as ${to}, and as ${from} in ${base.label}; undo the edit, or ` +
        explain;
      const path = at === -1 ? [] : ["changes", at];
      return { code: "edited-record", file: file?.file ?? "", path, message };
    });
  });
  const ids = new Set(patches.map(({ id }) => id));
  const newest = newestFirst(patches)[0]?.id ?? "";
  const gone = base.patches.filter(({ id }) => !ids.has(id) && id < newest);
  const missing = gone.map(({ id }) => ({
    code: "edited-record",
    file: `patches/${id}.json`,
    path: [],
    message: `patch ${id} is recorded in ${base.label}, but its file is missing; restore it`,
  }));
  return [...rows, ...missing];
}

/**
 * What explains an edit of a recorded change: figures in a whole thing, which have a record of
 * their own, the newest patch, which may be recorded again, or a correction or a forgotten patch of
 * the same value.
 */
function createExplanations(base: Baseline, data: LoadedData) {
  const { patches, corrections } = wholeData(data);
  const newest = newestFirst(base.patches)[0]?.id ?? "";
  const known = new Set(base.patches.map(({ id }) => id));
  const late = patches.filter(({ id }) => id < newest && !known.has(id));
  const explained = [
    ...onlyIn(corrections, base.corrections),
    ...onlyIn(base.corrections, corrections),
    ...late.flatMap(({ changes }) => changes),
  ];
  return (patch: string, { target, was, is }: EditedChange): boolean =>
    was === null ||
    patch === newestPatch({ patches }) ||
    (is !== null && isDeepStrictEqual(withoutFigures(was), withoutFigures(is))) ||
    explained.some((one) => overlaps(one.target, target));
}

/** A change without the figures in whole things. */
function withoutFigures(change: PatchChange): unknown {
  return JSON.parse(
    JSON.stringify(change, (key, value) => (key === "figures" ? undefined : value)),
  );
}
