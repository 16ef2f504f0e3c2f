import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isRunning, startOf } from "./running-process.ts";

/** Another run of the program is changing the same files. */
export class FileBusyError extends Error {}

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
 * The locks that this process holds. Any other lock that names this process was left by an earlier
 * process of the same number.
 */
const ownLocks = new Set<string>();

/**
 * Acquires the lock of `path`, and returns the function that releases it. Throws `FileBusyError`
 * where another run has the lock.
 */
export function lock(path: string): () => void {
  const file = `${path}.lock`;
  const own = `${file}-${process.pid}`;
  if (!existsSync(dirname(path)))
    throw new FileBusyError(`${dirname(path)}: there is no such folder`);
  try {
    writeFileSync(own, [process.pid, startOf(process.pid)].join(" ").trim());
    acquireLock(file, own, path);
  } finally {
    rmSync(own, { force: true });
  }
  ownLocks.add(resolve(file));
  return () => {
    ownLocks.delete(resolve(file));
    rmSync(file, { force: true });
  };
}

/** Makes the lock as a link: it appears with its content, so it always names its process. */
function acquireLock(file: string, own: string, path: string): void {
  if (linkIfFree(own, file)) return;
  const owner = readIfThere(file);
  if (owner === undefined || !isHeld(file, owner)) {
    // The lock was left behind, but another run may have replaced it since it was read. So it is
    // moved aside and read again. If it is another one now, it is put back.
    const aside = `${own}.aside`;
    if (existsSync(file)) renameSync(file, aside);
    if ((readIfThere(aside) ?? owner) !== owner) linkIfFree(aside, file);
    rmSync(aside, { force: true });
    if (linkIfFree(own, file)) return;
  }
  throw new FileBusyError(
    `${path}: another run is changing it (${file}); try again when it is done`,
  );
}

/** Whether the process that a lock names still runs, and is not another one of its number. */
function isHeld(file: string, owner: string): boolean {
  const [pid, start] = owner.split(" ");
  if (Number(pid) === process.pid) return ownLocks.has(resolve(file));
  if (!isRunning(Number(pid))) return false;
  const startNow = startOf(Number(pid));
  return start === undefined || startNow === undefined || start === startNow;
}

function linkIfFree(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
