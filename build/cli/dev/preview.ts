/*
 * dev: the site from memory, for maintainers and authors. This file makes it, and is loaded again
 * when a source changes. live-site.ts holds what is shown, listener.ts serves it, and
 * watched-folders.ts says what changed. What the browser does is in explorer/browser/reload.ts.
 */
import { newestFirst } from "../../core/game/day.ts";
import type { PatchFile } from "../../core/schema/patch.ts";
import type { Site } from "../../core/site/site.ts";
import { checkEverything, wholeData } from "../../generator/data/check-data.ts";
import { type GameData, newestPatch } from "../../generator/data/game-data.ts";
import { formatIssues } from "../../generator/data/issue.ts";
import { type LoadedData, type Loading, loadData } from "../../generator/data/load-data.ts";
import { changeRows } from "../../generator/history/change-rows.ts";
import type { SiteOptions } from "../../generator/make-documents.ts";
import { createSite } from "../../generator/make-site.ts";
import {
  type Baseline,
  readBaseline,
  recordedState,
  withNewFigures,
} from "../maintain/baseline.ts";
import { commitOf } from "../maintain/git.ts";
import { recordPatch } from "../maintain/record-patch.ts";
import { unrecordedChanges } from "../maintain/unrecorded-changes.ts";
import { offeredPatch } from "../terminal/data-folder.ts";
import { alignRows } from "../terminal/table.ts";

export type PreviewOptions = {
  dir: string;
  /** The patch or day to describe. Default: the newest patch, with unrecorded edits. */
  asOf: string | undefined;
  settings: Omit<SiteOptions, "patch">;
  /** Today, as of which edits would be recorded. */
  day: string;
};

/** The last commit of the data, which is read once. */
export type Committed = { commit?: string | undefined; baseline?: Baseline | undefined };

/** The site, and the unrecorded changes in it, a line each. */
export type Preview = { site: Site; rows: string };

type Edited = { loaded: LoadedData; data: GameData; patch: string; rows: string };

/** A change of a guide or a style leaves the data as it is. */
const editedData = new WeakMap<Loading, Edited>();

/** Reads a data folder. Files that `parsed` has are not parsed again. */
export const readData = loadData;

/**
 * Creates the site of loaded data, whose pages are made when they are asked for. Edits that nobody
 * recorded are in it as the patch that `gamedata record` would write today.
 */
export function openPreview(
  loading: Loading,
  options: PreviewOptions,
  committed: Committed,
): Preview {
  const edited = editedData.get(loading) ?? withEdits(loading.data, options, committed);
  editedData.set(loading, edited);
  const { data, patch, rows } = edited;
  return { site: createSite(data, { ...options.settings, patch }), rows };
}

/** What is wrong with loaded data, by file and line; empty where nothing is. */
export function faultsOf(loading: Loading): string {
  const { data, issues, texts } = loading;
  const loaded = editedData.get(loading)?.loaded ?? data;
  const all = issues.length > 0 ? issues : checkEverything(loaded).issues;
  return formatIssues(all, (file) => texts.get(file));
}

function withEdits(
  loaded: LoadedData,
  { dir, asOf, day }: PreviewOptions,
  committed: Committed,
): Edited {
  const commit = commitOf(dir);
  if (committed.commit !== commit)
    Object.assign(committed, { commit, baseline: readBaseline(dir, "HEAD", loaded) });
  const earlier = asOf && offeredPatch(wholeData(loaded), asOf);
  const edits = unrecordedPatch(loaded, committed.baseline, day);
  const patches = edits ? [{ file: `patches/${edits.id}.json`, value: edits }] : [];
  const all = { ...loaded, patches: [...loaded.patches, ...patches] };
  const data = wholeData(all);
  const rows = earlier || !edits ? "" : alignRows(changeRows(edits.changes), "");
  return { loaded: all, data, patch: earlier || newestPatch(data), rows };
}

/** The patch of the edits that nobody recorded. Undefined where there are none. */
function unrecordedPatch(
  loaded: LoadedData,
  committed: Baseline | undefined,
  day: string,
): PatchFile | undefined {
  if (committed === undefined) return undefined;
  const data = wholeData(loaded);
  const baseline = withNewFigures(committed, loaded);
  if (unrecordedChanges(baseline, recordedState(data)).length === 0) return undefined;
  // The data is as of the newest patch, so an edit cannot be older.
  const newest = newestFirst(data.patches)[0]?.date ?? day;
  const patch = newest > day ? newest : day;
  return recordPatch(data, baseline, { patch, kind: "hotfix", name: "Not recorded", day }).patch;
}
