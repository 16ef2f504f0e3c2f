import { isDeepStrictEqual } from "node:util";
import type { PatchChange } from "../../core/schema/patch.ts";
import { checkEverything, wholeData } from "../../generator/data/check-data.ts";
import { newestPatch } from "../../generator/data/game-data.ts";
import type { Issue } from "../../generator/data/issue.ts";
import { type LoadedData, loadData } from "../../generator/data/load-data.ts";
import { isWhole, resolveTarget } from "../../generator/history/resolve-target.ts";
import { overlaps } from "../../generator/history/rewind.ts";
import {
  type Baseline,
  BaselineError,
  correctionsSince,
  type EditedChange,
  editedPatches,
  editedRows,
  readBaseline,
  unrecordedChanges,
  withNewFigures,
} from "./compare-data.ts";

/**
 * Checks a data folder and compares it with a git revision. `changes` are those that no patch and
 * no correction explains; issues that only follow from them are left out. `obstacle` says why there
 * is no comparison.
 */
export function compareData(dir: string, revision?: string) {
  const { data: loaded, issues, texts } = loadData(dir);
  const comparison: Comparison = issues.length > 0 ? {} : compare(loaded, dir, revision);
  const { base, changes = [], obstacle } = comparison;
  const gone = new Set(changes.filter(({ to }) => to === undefined).map(({ target }) => target));
  const hasNewThing = changes.some(
    ({ target, from }) => from === undefined && target.split("/").length === 2,
  );
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

type Comparison = { base?: Baseline; changes?: PatchChange[]; obstacle?: string };

function compare(loaded: LoadedData, dir: string, revision: string | undefined): Comparison {
  try {
    const committed = readBaseline(dir, revision, loaded);
    if (committed === undefined)
      return { obstacle: `git does not track ${dir}, so unrecorded edits were not looked for` };
    if (committed.loaded === loaded) return { base: committed };
    const base = withNewFigures(committed, loaded);
    return { base, changes: unrecordedChanges(base, wholeData(loaded)) };
  } catch (error) {
    if (!(error instanceof BaselineError)) throw error;
    return { obstacle: `unrecorded edits were not looked for: ${error.message}` };
  }
}

/**
 * An issue for each recorded change that was edited or removed without an explanation. The newest
 * patch may be recorded again, and figures in a whole thing have a record of their own. Anything
 * else is explained by a correction or a forgotten patch of the same value.
 */
export function editedRecordIssues(base: Baseline, data: LoadedData): Issue[] {
  const now = wholeData(data);
  const newest = newestPatch(now);
  const known = new Set(base.patches.map(({ id }) => id));
  const explanations = [
    ...correctionsSince(base, now),
    ...now.patches.filter(({ id }) => !known.has(id) && id < newest).flatMap((one) => one.changes),
  ];
  const isUnexplained = ({ target, was, is }: EditedChange) =>
    was !== null &&
    !isDeepStrictEqual(withoutFigures(was), withoutFigures(is)) &&
    !explanations.some((one) => overlaps(one.target, target));
  const edited = new Map(
    editedPatches(base.patches, now.patches).map(({ patch, changes }) => [patch, changes]),
  );
  return base.patches.flatMap(({ id }): Issue[] => {
    if (id >= newest) return [];
    const about = { code: "edited-record", file: `patches/${id}.json` };
    const patch = now.patches.find((one) => one.id === id);
    if (patch === undefined) {
      const message = `patch ${id} is recorded in ${base.label}, but its file is missing; restore it`;
      return [{ ...about, path: [], message }];
    }
    return editedRows(edited.get(id)?.filter(isUnexplained) ?? []).map(({ target, from, to }) => {
      const at = patch.changes.findIndex((change) => change.target === target);
      const isValue = resolveTarget(target).kind === "modelled" && !isWhole(target);
      const explain = isValue
        ? `correct it with: gamedata correct ${target}=VALUE --as-of ${id} --reason "WHY"`
        : "explain it in corrections.json";
      const message =
        `${target} is recorded as ${to}, and as ${from} in ${base.label}; undo the edit, or ` +
        explain;
      return { ...about, path: at === -1 ? [] : ["changes", at], message };
    });
  });
}

/** A change without the figures in whole things. */
function withoutFigures(change: PatchChange | null) {
  return JSON.parse(JSON.stringify(change, (key, one) => (key === "figures" ? undefined : one)));
}
