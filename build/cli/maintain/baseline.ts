import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { GameState } from "../../core/schema/collections.ts";
import { type Correction, CorrectionSchema } from "../../core/schema/game.ts";
import { PatchFileSchema } from "../../core/schema/patch.ts";
import { isTarball } from "../../core/site/site-files.ts";
import { wholeData } from "../../generator/data/check-data.ts";
import { BASELINE_FILE, loadData } from "../../generator/data/load-data.ts";
import { type GameData, stateOf } from "../../generator/data/reference.ts";
import { GameStateSchema } from "../../generator/history/resolve-target.ts";
import type { Recorded } from "../../generator/history/rewind.ts";
import { InputError } from "../terminal/terminal.ts";
import { commitOf, isRevision, withRevision } from "./git.ts";
import { readSnapshot, SnapshotError } from "./snapshot.ts";

/** The data before it was edited. `record` compares with it. */
export type Baseline = {
  label: string;
  state: GameState;
  patches: Recorded[];
  corrections: Correction[];
};

/**
 * Reads a baseline: a git revision, a copy of the data folder, or a built site. Default: the
 * published data, or else the site in `dist`. The record itself cannot be the baseline, since it
 * holds only values that have changed before. Older data need not pass today's checks. Undefined
 * where there is nothing to compare with.
 */
export function readBaseline(dataDir: string, named: string | undefined): Baseline | undefined {
  if (named !== undefined) return readNamed(dataDir, named);
  const published = publishedBaseline(dataDir);
  if (published !== undefined) return published;
  return existsSync(join("dist", "manifest.json")) ? fromSite("dist") : undefined;
}

/**
 * The last commit, which a reviewer compares with too, or the `baseline.json` of a folder that is
 * in no checkout.
 */
export function publishedBaseline(dataDir: string): Baseline | undefined {
  if (commitOf(dataDir) !== undefined) return fromRevision(dataDir, "HEAD");
  const file = join(dataDir, BASELINE_FILE);
  return existsSync(file) ? fromFile(file) : undefined;
}

/** Reads a baseline to record on. Throws `InputError` where there is none. */
export function openBaseline(dataDir: string, named: string | undefined): Baseline {
  const found = readBaseline(dataDir, named);
  if (found !== undefined) return found;
  throw new InputError(
    "the data is not in a git checkout and there is no site in dist to compare with; pass the " +
      "data before the edits with --base: a copy of the folder, a built site, or a git revision",
  );
}

function readNamed(dataDir: string, named: string): Baseline {
  if (existsSync(join(named, "game.json"))) return fromFolder(named, named);
  if (existsSync(join(named, "manifest.json")) || (isTarball(named) && existsSync(named)))
    return fromSite(named);
  if (isRevision(dataDir, named)) return fromRevision(dataDir, named);
  throw new InputError(
    `--base: "${named}" is neither a data folder, nor a built site, nor a git revision`,
  );
}

function fromRevision(dataDir: string, revision: string): Baseline {
  return withRevision(dataDir, revision, (dir) => fromFolder(dir, `git revision ${revision}`));
}

/** The text of a `baseline.json`: the data as it was published. */
export function baselineText({ patches, corrections, ...data }: GameData): string {
  const recorded = patches.map(({ id, changes }) => ({ id, changes }));
  return `${JSON.stringify({ state: stateOf({ ...data }), patches: recorded, corrections })}\n`;
}

const BaselineFileSchema = z.strictObject({
  state: GameStateSchema,
  patches: z.array(PatchFileSchema.pick({ id: true, changes: true })),
  corrections: z.array(CorrectionSchema),
});

function fromFile(file: string): Baseline {
  try {
    const parsed = BaselineFileSchema.parse(JSON.parse(readFileSync(file, "utf8")));
    return { label: file, ...parsed, state: parsed.state as GameState };
  } catch (error) {
    if (!(error instanceof z.ZodError || error instanceof SyntaxError)) throw error;
    throw new SnapshotError(
      `${file} cannot be read by this version; use the one that belongs to the data, or pass ` +
        "the data before the edits with --base",
    );
  }
}

function fromFolder(dir: string, label: string): Baseline {
  const { data, issues } = loadData(dir);
  const [first] = issues;
  if (first !== undefined)
    throw new SnapshotError(
      `${label} cannot be read by this version: ${first.file}: ${first.message}`,
    );
  const { patches, corrections, ...lists } = wholeData(data);
  return { label, state: stateOf(lists), patches, corrections };
}

function fromSite(site: string): Baseline {
  const { state, patches } = readSnapshot(site);
  return { label: site, state, patches, corrections: [] };
}
