import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ExpectedError } from "../../core/errors.ts";

/** Another run of the program is changing the same files. */
export class FileBusyError extends ExpectedError {}

/**
 * The locks that this process holds. Any other lock with its number was left by an earlier process
 * of that number; in a container every program may be process 1.
 */
const ownLocks = new Set<string>();

/**
 * Holds the lock of `path`, a file or a folder, while `use` runs. Throws `FileBusyError` where
 * another run has the lock.
 */
export function withLock<T>(path: string, use: () => T): T {
  const release = lock(path);
  try {
    return use();
  } finally {
    release();
  }
}

/**
 * Acquires the lock of `path`, and returns the function that releases it. The lock is the folder
 * `<path>.lock`, with a file in it that is called by the number of its process. Throws
 * `FileBusyError` where another run has the lock.
 */
export function lock(path: string): () => void {
  const dir = resolve(`${path}.lock`);
  if (!existsSync(dirname(dir)))
    throw new FileBusyError(`${dirname(path)}: there is no such folder`);
  if (!acquire(dir)) {
    throw new FileBusyError(
      `${path}: another run is changing it; try again when it is done. If no run is active, ` +
        `remove ` +
        `${path}.lock`,
    );
  }
  ownLocks.add(dir);
  return () => release(dir);
}

function acquire(dir: string): boolean {
  const own = join(dir, `${process.pid}`);
  isDone(() => mkdirSync(dir));
  let names: string[] = [];
  const isThere = isDone(() => {
    names = readdirSync(dir);
  });
  if (!isThere) return false; // another run released it at this moment
  const left = names.find((name) => !isHeld(dir, Number(name)));
  // Of several runs that find the lock of an ended process, only one can rename its file.
  if (left !== undefined) return isDone(() => renameSync(join(dir, left), own));
  if (names.length > 0) return false;
  try {
    if (isDone(() => writeFileSync(own, "", { flag: "wx" })) && readdirSync(dir).length === 1)
      return true;
  } catch (error) {
    release(dir);
    throw error;
  }
  release(dir); // another run made its file at the same moment
  return false;
}

/** Removes the lock of this process. The folder stays where another run has just made its file. */
function release(dir: string): void {
  ownLocks.delete(dir);
  rmSync(join(dir, `${process.pid}`), { force: true });
  isDone(() => rmdirSync(dir));
}

function isHeld(dir: string, pid: number): boolean {
  return pid === process.pid ? ownLocks.has(dir) : isRunning(pid);
}

/** Whether a step succeeds. It fails where another run was quicker. */
function isDone(step: () => void): boolean {
  try {
    step();
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    if (["EEXIST", "ENOENT", "ENOTEMPTY"].includes(String(error.code))) return false;
    throw error;
  }
}

/** Whether a process of this machine runs, whoever its user is. */
export function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false; // 0 and below name groups of processes
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
