import type { PatchChange } from "../../core/schema/patch.ts";
import { ManifestError } from "../../core/site/read-manifest.ts";
import { checkValues, wholeData } from "../../generator/data/check-data.ts";
import { checkHistory } from "../../generator/data/checks/rebuild-proof.ts";
import type { Issue } from "../../generator/data/issue.ts";
import { loadData } from "../../generator/data/load-data.ts";
import { stateOf } from "../../generator/data/reference.ts";
import { overlaps } from "../../generator/history/rewind.ts";
import { finishInterrupted } from "../terminal/data-folder.ts";
import type { Baseline } from "./baseline.ts";
import { SnapshotError } from "./snapshot.ts";
import { unrecordedChanges } from "./unrecorded-changes.ts";

/**
 * Checks a data folder and compares it with a baseline. `changes` are those that no patch and no
 * correction explains; issues that only follow from them are left out. `obstacle` says why there
 * is no comparison.
 */
export function compareData(dir: string, open: () => Baseline | undefined) {
  finishInterrupted(dir);
  const { data: loaded, issues, texts } = loadData(dir);
  const { base, changes, obstacle }: Comparison =
    issues.length > 0 ? { changes: [] } : compare(loaded, open);
  const gone = new Set(changes.filter(({ to }) => to === undefined).map(({ target }) => target));
  issues.push(...checkValues(loaded).filter(({ cause }) => !gone.has(cause ?? "")));
  // An unrecorded edit also breaks the join of the record. That is said once.
  const isOfChange = ({ unjoined }: Issue) =>
    unjoined !== undefined && changes.some(({ target }) => overlaps(target, unjoined));
  issues.push(...checkHistory(loaded).filter((issue) => !isOfChange(issue)));
  return { loaded, texts, issues, base, changes, obstacle };
}

type Comparison = { base?: Baseline | undefined; changes: PatchChange[]; obstacle?: string };

function compare(
  loaded: ReturnType<typeof loadData>["data"],
  open: () => Baseline | undefined,
): Comparison {
  try {
    const base = open();
    if (base === undefined) return { changes: [] };
    const { patches, corrections, ...lists } = wholeData(loaded);
    const now = { state: stateOf(lists), patches, corrections };
    return { base, changes: unrecordedChanges(base, now) };
  } catch (error) {
    if (!(error instanceof SnapshotError || error instanceof ManifestError)) throw error;
    const obstacle = `not compared with the data before the edits: ${error.message}`;
    return { changes: [], obstacle };
  }
}
