import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { GameState } from "../../core/schema/collections.ts";
import { type Correction, CorrectionSchema } from "../../core/schema/game.ts";
import { PatchFileSchema } from "../../core/schema/patch.ts";
import { isTarball } from "../../core/site/site-files.ts";
import { checkData, wholeData } from "../../generator/data/check-data.ts";
import { BASELINE_FILE, loadData } from "../../generator/data/load-data.ts";
import { type GameData, stateOf } from "../../generator/data/reference.ts";
import { GameStateSchema } from "../../generator/history/resolve-target.ts";
import type { Recorded } from "../../generator/history/rewind.ts";
import { commitOf, isRevision, withRevision } from "./git.ts";
import { readSnapshot } from "./snapshot.ts";

/** The data before it was edited. `record` compares with it. */
export type Baseline = {
  label: string;
  state: GameState;
  patches: Recorded[];
  corrections: Correction[];
};

/** There is no usable baseline. The message says why, and what to name with `--base`. */
export class BaselineError extends Error {}

/** The baseline is there, but of a format that this version does not read. */
export class UnreadableBaselineError extends BaselineError {}

/**
 * Opens a baseline: a git revision, a copy of the data folder, or a built site. Default: the last
 * commit, which a reviewer compares with too. Where the data is in no checkout, the default is the
 * `baseline.json` that came with it, else the site in `dist`. The record itself cannot be the
 * baseline, since it holds only values that have changed before.
 */
export function openBaseline(dataDir: string, named: string | undefined): Baseline {
  const found = findBaseline(dataDir, named, fromFolder);
  if (found !== undefined) return found;
  throw new BaselineError(
    "the data is in no git checkout and there is no site in dist to compare with; name the " +
      "data before the edits with --base: a copy of the folder, a built site, or a git revision",
  );
}

/**
 * Reads a baseline to compare with only. Older data need not pass today's checks. Undefined where
 * there is nothing to compare with.
 */
export function readBaseline(dataDir: string, named: string | undefined): Baseline | undefined {
  return findBaseline(dataDir, named, fromUncheckedFolder);
}

type ReadFolder = (dir: string, label: string) => Baseline;

function findBaseline(
  dataDir: string,
  named: string | undefined,
  read: ReadFolder,
): Baseline | undefined {
  if (named !== undefined) return openNamed(dataDir, named, read);
  if (commitOf(dataDir) !== undefined) return fromRevision(dataDir, "HEAD", read);
  const file = join(dataDir, BASELINE_FILE);
  if (existsSync(file)) return fromFile(file);
  return existsSync(join("dist", "manifest.json")) ? fromSite("dist") : undefined;
}

function openNamed(dataDir: string, named: string, read: ReadFolder): Baseline {
  if (existsSync(join(named, "game.json"))) return read(named, named);
  if (existsSync(join(named, "manifest.json")) || (isTarball(named) && existsSync(named)))
    return fromSite(named);
  if (isRevision(dataDir, named)) return fromRevision(dataDir, named, read);
  throw new BaselineError(
    `--base: "${named}" is neither a data folder, nor a built site, nor a git revision`,
  );
}

function fromRevision(dataDir: string, revision: string, read: ReadFolder): Baseline {
  return withRevision(dataDir, revision, (dir) => read(dir, `git revision ${revision}`));
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
    throw new UnreadableBaselineError(
      `${file} cannot be read by this version; take the one that came with the data, or name ` +
        "the data before the edits with --base",
    );
  }
}

function fromUncheckedFolder(dir: string, label: string): Baseline {
  const { data, issues } = loadData(dir);
  const [first] = issues;
  if (first !== undefined) {
    throw new UnreadableBaselineError(
      `${label} cannot be read by this version: ${first.file}: ${first.message}`,
    );
  }
  const { patches, corrections, ...lists } = wholeData(data);
  return { label, state: stateOf(lists), patches, corrections };
}

function fromFolder(dir: string, label: string): Baseline {
  const checked = checkData(dir);
  if (!checked.ok) {
    const [first] = checked.issues;
    const more = checked.issues.length - 1;
    throw new BaselineError(
      `the data before the edits (${label}) does not pass its checks, so there is nothing to ` +
        `record on: ${first?.file}: ${first?.message}${more > 0 ? `, and ${more} more` : ""}`,
    );
  }
  const { patches, corrections } = checked.data;
  return { label, state: structuredClone(stateOf(checked.data)), patches, corrections };
}

function fromSite(site: string): Baseline {
  const { state, patches } = readSnapshot(site);
  return { label: site, state, patches, corrections: [] };
}
