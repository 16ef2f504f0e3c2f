import { execFileSync, type StdioOptions } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

function git(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const stdio: StdioOptions = ["ignore", "pipe", "ignore"];
  return execFileSync("git", args, {
    cwd,
    encoding: "utf8",
    stdio,
    env: { ...process.env, ...env },
  }).trim();
}

/**
 * The commit of the checkout that a data folder is part of. Undefined where git does not track the
 * folder, even below a checkout of something else.
 */
export function commitOf(dataDir: string): string | undefined {
  try {
    git(dataDir, ["ls-files", "--error-unmatch", "game.json"]);
    return git(dataDir, ["rev-parse", "HEAD"]);
  } catch {
    return undefined;
  }
}

/** Whether a text names a revision of the checkout that the data folder is part of. */
export function isRevision(dataDir: string, revision: string): boolean {
  try {
    git(dataDir, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]);
    return true;
  } catch {
    return false;
  }
}

/** The revision does not hold the data folder. */
export class RevisionError extends Error {}

/**
 * Checks the data folder of a revision out into a temporary folder, which is removed after `use`.
 * The checkout and its index are not touched.
 */
export function withRevision<T>(dataDir: string, revision: string, use: (dir: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "gamedata-revision-"));
  try {
    const prefix = git(dataDir, ["rev-parse", "--show-prefix"]);
    const index = { GIT_INDEX_FILE: join(folder, "index") };
    // In a folder below, git would check out only what lies below that folder.
    const top = git(dataDir, ["rev-parse", "--show-toplevel"]);
    try {
      git(top, ["read-tree", `${revision}:${prefix}`], index);
    } catch {
      throw new RevisionError(`the git revision "${revision}" has no folder ${prefix}`);
    }
    git(top, ["checkout-index", "--all", `--prefix=${folder}/data/`], index);
    return use(join(folder, "data"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
