import { isDeepStrictEqual } from "node:util";
import type { PatchFile, RecordedChange } from "../../core/schema/patch.ts";
import { newestFirst, type Recorded } from "../../generator/history/rewind.ts";
import { InputError } from "../terminal/terminal.ts";
import type { Baseline } from "./baseline.ts";

/** How the newest recorded change is taken back. */
export type Undo = {
  id: string;
  /** The patch without the change; undefined where nothing is left of it. */
  patch: PatchFile | undefined;
  /** The change that is taken back; undefined where the patch had none. */
  change: RecordedChange | undefined;
  /** How many more changes of the patch can be taken back. */
  left: number;
};

/**
 * Takes back the newest change that was recorded since the baseline. The edited values stay in the
 * files. Throws `InputError` where there is none.
 */
export function undoRecord(patches: readonly PatchFile[], baseline: Baseline): Undo {
  const [newest] = newestFirst(patches);
  const before = baseline.patches.find(({ id }) => id === newest?.id);
  const at = newest === undefined ? -1 : lastNew(newest.changes, before);
  if (newest === undefined || (before !== undefined && at === -1)) {
    throw new InputError(
      `nothing to take back: patch ${newest?.id} stands so in ${baseline.label}; what is ` +
        "committed is taken back by reverting its commit",
    );
  }
  const change = newest.changes[at];
  const was = before?.changes.find(({ target }) => target === change?.target);
  const changes =
    change === undefined
      ? []
      : newest.changes.toSpliced(at, 1, ...(was === undefined ? [] : [was]));
  const left = changes.filter((one) => lastNew([one], before) === 0).length;
  const isGone = before === undefined && changes.length === 0;
  return { id: newest.id, patch: isGone ? undefined : { ...newest, changes }, change, left };
}

/** The index of the last change that the patch did not have before. */
function lastNew(changes: readonly RecordedChange[], before: Recorded | undefined): number {
  return changes.findLastIndex(
    (change) => !before?.changes.some((one) => isDeepStrictEqual(one, change)),
  );
}
