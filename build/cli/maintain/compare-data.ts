/*
 * maintain: what edits of the data mean. This file compares the data with what was committed
 * (git.ts), apply-rows.ts puts rows and corrections into the files, record-patch.ts and
 * correct-value.ts write them down, and compare-sites.ts compares what is published.
 */
import { isDeepStrictEqual } from "node:util";
import { newestFirst } from "../../core/game/day.ts";
import type { Correction } from "../../core/schema/game.ts";
import type { PatchChange } from "../../core/schema/patch.ts";
import { wholeData } from "../../generator/data/check-data.ts";
import type { GameData } from "../../generator/data/game-data.ts";
import { shown } from "../../generator/data/issue.ts";
import { type LoadedData, loadData } from "../../generator/data/load-data.ts";
import { createDraft, figureTarget } from "../../generator/history/address.ts";
import type { ChangeRow } from "../../generator/history/change-rows.ts";
import { changesBetween } from "../../generator/history/changes-between.ts";
import { isWhole } from "../../generator/history/resolve-target.ts";
import { applyRows, isWithin, stateBefore } from "../../generator/history/rewind.ts";
import { stateOf } from "../../generator/history/timeline.ts";
import { InputError, note } from "../terminal/terminal.ts";
import { placesOf } from "./apply-rows.ts";
import { commitOf, isCommitted, isRevision, withRevision } from "./git.ts";

/** The data as it was committed, before it was edited. */
export type Baseline = GameData & { label: string; loaded: LoadedData };

/** The help of `--base`. */
export const BASE_HELP = "the git revision before the edits (default: the last commit)";

/** The committed data cannot be read by this version. The message says why. */
export class BaselineError extends InputError {}

/**
 * Reads the data of a git revision, which need not pass today's checks, and may have things that
 * nobody has filled in since `gamedata new` wrote them; that of the last commit is `now`, the data
 * of the folder, where nothing was edited since. It is undefined where git does not track the
 * folder. The record itself cannot be the baseline: names and texts are in it only once they have
 * changed.
 */
export function readBaseline(
  dataDir: string,
  revision = "HEAD",
  now: LoadedData,
): Baseline | undefined {
  const label = `git revision ${revision}`;
  if (revision === "HEAD" && isCommitted(dataDir)) return { label, loaded: now, ...wholeData(now) };
  if (commitOf(dataDir) === undefined) return undefined;
  if (!isRevision(dataDir, revision))
    throw new InputError(`--base: "${revision}" is not a git revision of ${dataDir}`);
  const { data: loaded, issues, texts } = withRevision(dataDir, revision, loadData);
  const isUnfinished = (file: string) => file.includes("/") && /: ""/.test(texts.get(file) ?? "");
  for (const file of new Set(issues.map((issue) => issue.file).filter(isUnfinished)))
    note(`note: ${file} was not finished in ${label}, so it counts as new`);
  const first = issues.find(({ file }) => !isUnfinished(file));
  if (first !== undefined)
    throw new BaselineError(
      `${label} cannot be read by this version: ${first.file}: ${first.message}`,
    );
  return { label, loaded, ...wholeData(loaded) };
}

/**
 * The baseline with the figures that nobody had written down then, and to which the record leads
 * now. They are not changes of the game.
 */
export function withNewFigures(baseline: Baseline, data: LoadedData): Baseline {
  const draft = createDraft(baseline);
  const known = new Set(baseline.patches.map(({ id }) => id));
  const patches = data.patches.filter(({ value }) => known.has(value.id));
  for (const { target, from } of changesBetween(stateOf(baseline), stateOf(wholeData(data)))) {
    if (from !== undefined || figureTarget(target) === undefined) continue;
    const value = placesOf({ ...data, patches }, target)
      .at(-2)
      ?.slot.get();
    if (value !== undefined) draft.slotOf(target)?.set(value);
  }
  return draft.state;
}

/** The elements of a list that have no equal in another list. */
export function onlyIn<T>(list: readonly T[], other: readonly T[]): T[] {
  return list.filter((one) => !other.some((known) => isDeepStrictEqual(known, one)));
}

/** The corrections that one of two versions alone has, as rows from the old to the new one. */
export function correctionsSince(old: GameData, now: GameData): Correction[] {
  const undone = onlyIn(old.corrections, now.corrections);
  return [
    ...undone.map((one) => ({ ...one, from: one.to, to: one.from })),
    ...onlyIn(now.corrections, old.corrections),
  ];
}

/**
 * The changes that lead to data from where its record leads from an older state of it. `unlike` is
 * where the record starts from other values than that state has.
 */
export function changesSince(old: GameData, now: GameData) {
  const newest = newestShared(old, now);
  const own = ({ patches }: GameData) => newestFirst(patches).filter(({ id }) => id > newest);
  const draft = createDraft(own(old).reduce(stateBefore, stateOf(old)));
  const things = new Set<string>();
  for (const { target, from, to, asOf } of correctionsSince(old, now)) {
    const slot = asOf === undefined ? draft.slotOf(target) : undefined;
    if (isWhole(target)) things.add(target);
    else if (isDeepStrictEqual(slot?.get() ?? null, from)) slot?.set(to);
  }
  const rows = own(now)
    .reverse()
    .flatMap(({ changes }) => changes);
  const unlike = applyRows(draft.slotOf, rows);
  const changes = changesBetween(draft.state, stateOf(now));
  return { unlike, changes: changes.filter(({ target }) => !things.has(target)) };
}

/**
 * The changes between two states of the data that no patch and no correction explains. Nobody has
 * said whether the game changed or a mistake was corrected. Edits of the record are reported apart.
 */
export function unrecordedChanges(old: GameData, now: GameData): PatchChange[] {
  const newest = newestShared(old, now);
  const older = ({ patches }: GameData) => patches.filter(({ id }) => id <= newest);
  const edited = editedPatches(older(old), older(now)).flatMap(({ changes }) => changes);
  const { unlike, changes } = changesSince(old, now);
  return [...unlike, ...changes].filter(
    ({ target }) => !edited.some((one) => isWithin(target, one.target)),
  );
}

/** The newest patch that both have, or an empty text. */
function newestShared({ patches }: GameData, other: GameData) {
  const ids = new Set(other.patches.map(({ id }) => id));
  return newestFirst(patches).find(({ id }) => ids.has(id))?.id ?? "";
}

/** A change that two records of a patch have differently; null where one does not have it. */
export type EditedChange = { target: string; was: PatchChange | null; is: PatchChange | null };

type ComparedPatch = { id: string; changes: readonly PatchChange[] };

/** The changes that two records have differently, by patch. A patch may be in one of them alone. */
export function editedPatches(old: readonly ComparedPatch[], now: readonly ComparedPatch[]) {
  const [before, after] = [old, now].map(
    (patches) => new Map(patches.map(({ id, changes }) => [id, changes])),
  );
  const ids = new Set([...now, ...old].map(({ id }) => id));
  return [...ids].flatMap((patch): { patch: string; changes: EditedChange[] }[] => {
    const lists = [before?.get(patch) ?? [], after?.get(patch) ?? []];
    const [was, is] = lists.map((list) => new Map(list.map((one) => [one.target, sidesOf(one)])));
    const targets = new Set(lists.flat().map(({ target }) => target));
    const changes = [...targets]
      .map((target) => ({ target, was: was?.get(target) ?? null, is: is?.get(target) ?? null }))
      .filter((change) => !isDeepStrictEqual(change.was, change.is));
    return changes.length === 0 ? [] : [{ patch, changes }];
  });
}

/** A change without what explains it. */
export function sidesOf({ target, from, to }: PatchChange): PatchChange {
  return { target, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/** A row per edited change, with both sides before and after the edit. */
export function editedRows(changes: readonly EditedChange[]): ChangeRow[] {
  const describe = (change: PatchChange | null, none: string) =>
    change === null ? none : `${shown(change.from, 30)} to ${shown(change.to, 30)}`;
  return changes.map(({ target, was, is }) => ({
    target,
    from: describe(was, "(not recorded)"),
    to: describe(is, "(no longer recorded)"),
  }));
}
