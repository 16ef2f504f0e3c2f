import { isDeepStrictEqual } from "node:util";
import { newestFirst } from "../../core/game/day.ts";
import type { Patch, PatchChange } from "../../core/schema/patch.ts";
import { wholeData } from "../../generator/data/check-data.ts";
import { newestPatch } from "../../generator/data/game-data.ts";
import type { Issue } from "../../generator/data/issue.ts";
import type { LoadedData } from "../../generator/data/load-data.ts";
import type { ChangeRow } from "../../generator/history/change-rows.ts";
import { resolveTarget } from "../../generator/history/resolve-target.ts";
import { overlaps } from "../../generator/history/rewind.ts";
import type { Baseline } from "./baseline.ts";
import { isOfWhole, onlyIn } from "./unrecorded-changes.ts";

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
