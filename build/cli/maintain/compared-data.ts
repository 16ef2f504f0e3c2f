import type { PatchChange } from "../../core/schema/patch.ts";
import { checkEverything, wholeData } from "../../generator/data/check-data.ts";
import type { Issue } from "../../generator/data/issue.ts";
import { type LoadedData, loadData } from "../../generator/data/load-data.ts";
import { overlaps } from "../../generator/history/rewind.ts";
import {
  type Baseline,
  BaselineError,
  readBaseline,
  recordedState,
  withNewFigures,
} from "./baseline.ts";
import { unrecordedChanges } from "./unrecorded-changes.ts";

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
  // An unrecorded edit also breaks the join of the record. That is said once.
  const isOfChange = ({ cause, unjoined }: Issue) =>
    gone.has(cause ?? "") ||
    (unjoined !== undefined && changes.some(({ target }) => overlaps(target, unjoined)));
  issues.push(...checkEverything(loaded).filter((issue) => !isOfChange(issue)));
  return { loaded, texts, issues, base, changes, obstacle };
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
