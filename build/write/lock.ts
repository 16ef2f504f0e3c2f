import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isRunning, startOf } from "./running-process.ts";

/** Another run is changing the same files. */
export class FileBusyError extends Error {}

/**
 * Keeps other runs from changing `path` (a file, or a folder's files) meanwhile. Throws
 * `FileBusyError` where one does.
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
 * The locks that this process has. A lock that names it and is not among them was left by an
 * earlier one.
 */
const held = new Set<string>();

/**
 * Takes the lock of `path` until what is returned is called. Throws `FileBusyError` where another
 * run has it.
 */
export function lock(path: string): () => void {
  const file = `${path}.lock`;
  const own = `${file}-${process.pid}`;
  if (!existsSync(dirname(path)))
    throw new FileBusyError(`${dirname(path)}: there is no such folder`);
  try {
    writeFileSync(own, [process.pid, startOf(process.pid)].join(" ").trim());
    takeLock(file, own, path);
  } finally {
    rmSync(own, { force: true });
  }
  held.add(resolve(file));
  return () => {
    held.delete(resolve(file));
    rmSync(file, { force: true });
  };
}

/** A link appears with its content, so a lock always names its process. */
function takeLock(file: string, own: string, path: string): void {
  if (linkIfFree(own, file)) return;
  const owner = readIfThere(file);
  if (owner === undefined || !isHeld(file, owner)) {
    // Another run may have replaced the lock since it was read. It is moved away and read again; if
    // it is not the one that was left behind, it is put back.
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

/**
 * Whether the process that a lock names still has it: the same process, not another of its number.
 */
function isHeld(file: string, owner: string): boolean {
  const [pid, start] = owner.split(" ");
  if (Number(pid) === process.pid) return held.has(resolve(file));
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
