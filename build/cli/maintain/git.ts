import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fg from "fast-glob";
import { ExpectedError } from "../../core/errors.ts";

/**
 * The data folder may come from somebody else, with a `.git/config` that names programs to run.
 * These settings win over it.
 */
const RUN_NOTHING = ["core.fsmonitor=false", "core.hooksPath=/dev/null", "protocol.allow=never"];

/** Runs a git command that converts no file, so that no filter of the repository is run. */
function git(cwd: string, args: readonly string[], input = "") {
  const settings = RUN_NOTHING.flatMap((setting) => ["-c", setting]);
  return execFileSync("git", ["--no-optional-locks", ...settings, ...args], {
    cwd,
    input,
    stdio: ["pipe", "pipe", "ignore"],
    maxBuffer: 1e9,
    env: { ...process.env, GIT_NO_LAZY_FETCH: "1" },
  });
}

/** What a git command prints; undefined where it fails. */
function tryGit(cwd: string, args: readonly string[]) {
  try {
    return git(cwd, args).toString().trim();
  } catch {
    return undefined;
  }
}

/**
 * The commit of the checkout that a data folder is part of. Undefined where the commit does not
 * have the folder, even below a checkout of something else.
 */
export function commitOf(dataDir: string): string | undefined {
  return tryGit(dataDir, ["rev-parse", "HEAD", "HEAD:./game.json"])?.split("\n")[0];
}

/** The commit of a data folder, with `-dirty` where a JSON file is not as it was committed. */
export function dataVersion(dataDir: string): string | undefined {
  const commit = commitOf(dataDir);
  if (commit === undefined) return undefined;
  const committed = entriesAt(dataDir, commit).filter(({ path }) => path.endsWith(".json"));
  const paths = fg.sync("**/*.json", { cwd: dataDir, dot: true, followSymbolicLinks: false });
  const isSame = ({ path, id }: Entry) =>
    existsSync(join(dataDir, path)) && isBlob(readFileSync(join(dataDir, path)), id);
  return paths.length === committed.length && committed.every(isSame) ? commit : `${commit}-dirty`;
}

/** Whether no JSON file of a data folder differs from the last commit. */
export function isCommitted(dataDir: string): boolean {
  return dataVersion(dataDir)?.endsWith("-dirty") === false;
}

/** Whether git has a file under this id. Git may write the line ends of Windows into the folder. */
function isBlob(body: Buffer, id: string) {
  const text = Buffer.from(body.toString().replaceAll("\r\n", "\n"));
  const algorithm = id.length === 64 ? "sha256" : "sha1";
  return createHash(algorithm).update(`blob ${text.length}\0`).update(text).digest("hex") === id;
}

/** Whether a text names a revision of the checkout that the data folder is part of. */
export function isRevision(dataDir: string, revision: string): boolean {
  const options = ["--verify", "--quiet", "--end-of-options"];
  return tryGit(dataDir, ["rev-parse", ...options, `${revision}^{commit}`]) !== undefined;
}

/** The revision does not hold the data folder. */
export class RevisionError extends ExpectedError {}

/**
 * Writes the data folder of a revision into a temporary folder, which is removed after `use`. The
 * checkout and its index are not touched.
 */
export function withRevision<T>(dataDir: string, revision: string, use: (dir: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "gamedata-revision-"));
  try {
    for (const [path, body] of filesAt(dataDir, revision)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), body);
    }
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Entry = { id: string; path: string };

/** The files of the data folder in a revision, with their ids. Links are left out. */
function entriesAt(dataDir: string, revision: string) {
  const tree = tryGit(dataDir, ["ls-tree", "-r", "-z", "--full-tree", `${revision}:./`]);
  if (tree === undefined) {
    const prefix = tryGit(dataDir, ["rev-parse", "--show-prefix"]) ?? "";
    throw new RevisionError(`the git revision "${revision}" has no folder ${prefix}`);
  }
  return [...tree.matchAll(/(\d+) blob ([0-9a-f]+)\t([^\0]+)\0/g)].flatMap(
    ([, mode = "", id = "", path = ""]) =>
      mode.startsWith("100") && !path.split("/").includes("..") ? [{ id, path }] : [],
  );
}

/** The files of the data folder as they were committed. */
function filesAt(dataDir: string, revision: string) {
  const entries = entriesAt(dataDir, revision);
  // `cat-file` prints `ID blob SIZE`, a line break, the file and a line break for each.
  const all = git(dataDir, ["cat-file", "--batch"], entries.map(({ id }) => `${id}\n`).join(""));
  const files = new Map<string, Buffer>();
  let at = 0;
  for (const { path } of entries) {
    const start = all.indexOf("\n", at) + 1;
    const end = start + Number(all.toString("latin1", at, start).split(" ")[2]);
    files.set(path, all.subarray(start, end));
    at = end + 1;
  }
  return files;
}
