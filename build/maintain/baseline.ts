import { existsSync } from "node:fs";
import { join } from "node:path";
import { checkData } from "../data/check-data.ts";
import { stateOf } from "../data/reference.ts";
import type { Recorded } from "../history/rewind.ts";
import type { GameState } from "../schema/collections.ts";
import type { Correction } from "../schema/game.ts";
import { isTarball } from "../site/site-files.ts";
import { commitOf, isRevision, withRevision } from "./git.ts";
import { readSnapshot } from "./snapshot.ts";

/** The data before it was edited: what `record` compares with. */
export type Baseline = {
  label: string;
  state: GameState;
  patches: Recorded[];
  corrections: Correction[];
};

/** There is no usable baseline; the message says why, and what to name. */
export class BaselineError extends Error {}

/**
 * Opens a baseline: a git revision, a copy of the data folder, or a built site. By default it is the last commit, since
 * that is what a reviewer will compare with; where the data is in no checkout, it is the site in `dist`. The record itself
 * cannot serve: it tells only of values that have changed before.
 */
export function openBaseline(dataDir: string, named: string | undefined): Baseline {
  if (named !== undefined) return openNamed(dataDir, named);
  if (commitOf(dataDir) !== undefined) return fromRevision(dataDir, "HEAD");
  if (existsSync(join("dist", "manifest.json"))) return fromSite("dist");
  throw new BaselineError(
    "the data is in no git checkout and there is no site in dist to compare with; name the data before the edits with --base: a copy of the folder, a built site, or a git revision",
  );
}

function openNamed(dataDir: string, named: string): Baseline {
  if (existsSync(join(named, "game.json"))) return fromFolder(named, named);
  if (existsSync(join(named, "manifest.json")) || (isTarball(named) && existsSync(named)))
    return fromSite(named);
  if (isRevision(dataDir, named)) return fromRevision(dataDir, named);
  throw new BaselineError(
    `--base: "${named}" is neither a data folder, nor a built site, nor a git revision`,
  );
}

function fromRevision(dataDir: string, revision: string): Baseline {
  return withRevision(dataDir, revision, (dir) => fromFolder(dir, `git revision ${revision}`));
}

function fromFolder(dir: string, label: string): Baseline {
  const checked = checkData(dir);
  if (!checked.ok) {
    const [first] = checked.issues;
    const more = checked.issues.length - 1;
    throw new BaselineError(
      `the data before the edits (${label}) does not pass its checks, so there is nothing to record on: ${first?.file}: ${first?.message}${more > 0 ? `, and ${more} more` : ""}`,
    );
  }
  const { patches, corrections } = checked.data;
  return { label, state: structuredClone(stateOf(checked.data)), patches, corrections };
}

function fromSite(site: string): Baseline {
  const { state, patches } = readSnapshot(site);
  return { label: site, state, patches, corrections: [] };
}
