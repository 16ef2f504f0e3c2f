import { isDeepStrictEqual } from "node:util";
import type { PatchFile, RecordedChange } from "../../core/schema/patch.ts";
import { newestFirst, type Recorded } from "../../generator/history/rewind.ts";
import { InputError } from "../terminal/terminal.ts";
import type { Baseline } from "./baseline.ts";

/** How the newest recorded changes are taken back. */
export type Undo = {
  id: string;
  /** The patch without the changes; undefined where nothing is left of it. */
  patch: PatchFile | undefined;
  /** The changes that are taken back, newest first. */
  changes: RecordedChange[];
  /** How many more changes of the patch can be taken back. */
  left: number;
};

/**
 * Takes back the newest changes of the newest patch that were recorded since the baseline, at most
 * `count`. The edited values stay in the files. Throws `InputError` where there is none.
 */
export function undoRecord(
  patches: readonly PatchFile[],
  baseline: Pick<Baseline, "label" | "patches">,
  count = 1,
): Undo {
  const [newest] = newestFirst(patches);
  const before = baseline.patches.find(({ id }) => id === newest?.id);
  if (newest === undefined || (before !== undefined && lastNew(newest.changes, before) === -1)) {
    throw new InputError(
      `nothing to undo: patch ${newest?.id} is the same in ${baseline.label}; to undo what is ` +
        "committed, revert its commit",
    );
  }
  const undone: RecordedChange[] = [];
  let changes = newest.changes;
  while (undone.length < count) {
    const at = lastNew(changes, before);
    const change = changes[at];
    if (change === undefined) break;
    const was = before?.changes.find(({ target }) => target === change.target);
    changes = changes.toSpliced(at, 1, ...(was === undefined ? [] : [was]));
    undone.push(change);
  }
  const left = changes.filter((one) => lastNew([one], before) === 0).length;
  const isGone = before === undefined && changes.length === 0;
  const patch = isGone ? undefined : { ...newest, changes };
  return { id: newest.id, patch, changes: undone, left };
}

/** The index of the last change that the patch did not have before. */
function lastNew(changes: readonly RecordedChange[], before: Recorded | undefined): number {
  return changes.findLastIndex(
    (change) => !before?.changes.some((one) => isDeepStrictEqual(one, change)),
  );
}
