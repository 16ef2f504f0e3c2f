/*
 * dev: the site from memory, for maintainers and authors. This file makes it, and is loaded again
 * when a source changes. live-site.ts holds what is shown, listener.ts serves it, and
 * watched-folders.ts says what changed. What the browser does is in explorer/browser/reload.ts.
 */
import { newestFirst } from "../../core/game/day.ts";
import type { PatchFile } from "../../core/schema/patch.ts";
import { Site } from "../../core/site/site.ts";
import { checkEverything, wholeData } from "../../generator/data/check-data.ts";
import { withoutLostGaps } from "../../generator/data/checks/gaps.ts";
import { type GameData, newestPatch } from "../../generator/data/game-data.ts";
import { formatIssues } from "../../generator/data/issue.ts";
import { type LoadedData, loadData, type ParsedFiles } from "../../generator/data/load-data.ts";
import { changeRows } from "../../generator/history/change-rows.ts";
import type { SiteOptions } from "../../generator/make-documents.ts";
import { addPages, createSite } from "../../generator/make-site.ts";
import {
  type Baseline,
  readBaseline,
  unrecordedChanges,
  withNewFigures,
} from "../maintain/compare-data.ts";
import { commitOf } from "../maintain/git.ts";
import { recordPatch, withPatch } from "../maintain/record-patch.ts";
import { offeredPatch } from "../terminal/data-folder.ts";
import { alignRows } from "../terminal/table.ts";
import type { Served } from "./served-documents.ts";

export type PreviewOptions = {
  dir: string;
  /** The patch or day to describe. Default: the newest patch, with unrecorded edits. */
  asOf: string | undefined;
  settings: Omit<SiteOptions, "patch">;
  /** Today, as of which edits would be recorded. */
  day: string;
  /** A deployment whose documents are shown instead of those of the data. */
  served?: Served | undefined;
};

/** What stays in memory while the data changes. */
export type Kept = {
  parsed: ParsedFiles;
  committed?: { commit: string | undefined; baseline: Baseline | undefined };
};

export type Reading = {
  /** Runs every check: what is wrong, by file and line, or an empty text. */
  check: () => string;
  /** The data with unrecorded edits, which are `rows`. Undefined where it cannot be read. */
  edited?: { data?: GameData; patch: string; rows: string };
};

/**
 * Reads a data folder. Edits that nobody recorded become the patch that `gamedata record` would
 * write today.
 */
export function readEdits({ dir, asOf, day, served }: PreviewOptions, kept: Kept): Reading {
  if (served !== undefined)
    return { check: () => "", edited: { patch: served.manifest.patch, rows: "" } };
  const { data: before, issues, texts } = loadData(dir, kept.parsed);
  let loaded = before;
  const check = () => {
    const found = issues.length > 0 ? issues : checkEverything(loaded).issues;
    return formatIssues(found, (file) => texts.get(file));
  };
  if (issues.length > 0) return { check };
  const earlier = asOf && offeredPatch(wholeData(loaded), asOf);
  const committed = committedData(dir, loaded, kept);
  const edits = committed && unrecordedPatch(loaded, committed, day);
  if (edits) loaded = asRecorded(before, edits, committed);
  const data = wholeData(loaded);
  const rows = earlier ? "" : alignRows(changeRows(edits?.changes ?? []), "");
  return { check, edited: { data, patch: earlier || newestPatch(data), rows } };
}

/** Creates the site of what was read. Its pages are made when they are asked for. */
export function createPreview(
  { data, patch }: NonNullable<Reading["edited"]>,
  { settings, served }: PreviewOptions,
): Site {
  if (data !== undefined) return createSite(data, { ...settings, patch });
  if (served === undefined) throw new Error("a preview is of data or of a deployment");
  const { baseUrl, assetsUrl } = served.manifest;
  const hasImages = !assetsUrl.startsWith(baseUrl);
  const site = siteOfServed(served);
  addPages(site, { ...settings, baseUrl, assetsUrl, hasImages, patch });
  return site;
}

/** A site of the documents, without pages. */
function siteOfServed({ manifest, bodies }: Served) {
  const site = new Site();
  const contentOf = (type: string, body: Buffer) => () => {
    const text = `${body}`;
    return type === "application/json" ? { text, value: JSON.parse(text) } : body;
  };
  for (const { path, spellings, sha256 } of manifest.documents) {
    const body = bodies.get(sha256);
    if (body !== undefined) site.addDocument(path, contentOf("application/json", body), spellings);
  }
  for (const { path, type, sha256 } of manifest.pages) {
    const body = bodies.get(sha256);
    if (body !== undefined) site.addFile(path, type, contentOf(type, body));
  }
  return site;
}

/** The data of the last commit, which is read once. */
function committedData(dir: string, loaded: LoadedData, kept: Kept) {
  const commit = commitOf(dir);
  if (kept.committed?.commit !== commit)
    kept.committed = { commit, baseline: readBaseline(dir, "HEAD", loaded) };
  return kept.committed?.baseline;
}

/** The data as `record` would write it: with the patch, and without gaps of what is gone. */
function asRecorded(before: LoadedData, patch: PatchFile, { loaded }: Baseline) {
  const after = withPatch(before, patch);
  const isAllThere = patch.changes.every(({ to }) => to !== undefined);
  return isAllThere ? after : withoutLostGaps(loaded, after).data;
}

/** The patch of the edits that nobody recorded. Undefined where there are none. */
function unrecordedPatch(loaded: LoadedData, committed: Baseline, day: string) {
  const data = wholeData(loaded);
  const baseline = withNewFigures(committed, loaded);
  if (unrecordedChanges(baseline, data).length === 0) return undefined;
  // The data is as of the newest patch, so an edit cannot be older.
  const newest = newestFirst(data.patches)[0]?.date ?? day;
  const patch = newest > day ? newest : day;
  return recordPatch(data, baseline, { patch, kind: "hotfix", name: "Not recorded", day }).patch;
}
