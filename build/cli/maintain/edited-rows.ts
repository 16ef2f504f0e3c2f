import { isDeepStrictEqual } from "node:util";
import { wholeData } from "../../generator/data/check-data.ts";
import type { Issue } from "../../generator/data/issue.ts";
import type { LoadedData } from "../../generator/data/load-data.ts";
import { newestFirst, overlaps } from "../../generator/history/rewind.ts";
import type { Baseline } from "./baseline.ts";
import { type EditedPatch, editedPatches, editedRows } from "./edited-patches.ts";
import { onlyIn } from "./unrecorded-changes.ts";

/**
 * An issue for each recorded change that differs from the baseline and that no correction explains.
 * The newest patch may be recorded again. A patch that was recorded late may change what the next
 * change of the same value starts from.
 */
export function editedRowIssues(base: Baseline, data: LoadedData): Issue[] {
  const { patches, corrections } = wholeData(data);
  const fresh = onlyIn(corrections, base.corrections);
  const takenBack = onlyIn(base.corrections, corrections);
  const [newest] = newestFirst(patches);
  const edited = editedPatches(base.patches, patches);
  const known = new Set(
    base.patches.flatMap(({ changes }) => changes.map(({ target, to }) => keyOf(target, to))),
  );
  const late = new Set(
    patches
      .flatMap(({ changes }) => changes.map(({ target, to }) => keyOf(target, to)))
      .filter((key) => !known.has(key)),
  );
  const isExplained = (patch: string, { target, was, is }: EditedPatch["changes"][number]) => {
    if (was === null || [...fresh, ...takenBack].some((one) => overlaps(one.target, target)))
      return true;
    const isSame = (side: "from" | "to") => isDeepStrictEqual(is?.[side], was[side]);
    if (patch === newest?.id && (is === null || isSame("from"))) return true;
    return is !== null && isSame("to") && late.has(keyOf(target, is.from));
  };
  const rows = edited.flatMap(({ patch, about, changes }) => {
    const unexplained = changes.filter((change) => !isExplained(patch, change));
    return editedRows({ patch, about, changes: unexplained }).map(({ target, from, to }) => {
      const file = data.patches.find(({ value }) => value.id === patch);
      const at = file?.value.changes.findIndex((change) => change.target === target) ?? -1;
      const message =
        `${target} is recorded as ${to}, and as ${from} in ${base.label}; undo the edit, or ` +
        `correct it with: gamedata correct ${target}=VALUE --as-of ${patch} --reason "WHY"`;
      const path = at === -1 ? [] : ["changes", at];
      return { code: "edited-record", file: file?.file ?? "", path, message };
    });
  });
  const ids = new Set(patches.map(({ id }) => id));
  const gone = base.patches.filter(({ id }) => !ids.has(id) && id < (newest?.id ?? ""));
  return [...rows, ...gone.map(({ id }) => goneIssue(id, base.label))];
}

function keyOf(target: string, value: unknown): string {
  return `${target} ${JSON.stringify(value)}`;
}

function goneIssue(id: string, label: string): Issue {
  const message = `patch ${id} is recorded in ${label}, but its file is missing; restore it`;
  return { code: "edited-record", file: `patches/${id}.json`, path: [], message };
}
