import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { type KeepOwner, keepAttributes } from "./keep-attributes.ts";
import { isRunning } from "./process.ts";

/** Another run is changing the same files. */
export class FileBusyError extends Error {}

/**
 * Replaces a file's text by what `update` makes of the old one (undefined where there is none, and
 * the new file gets `mode`); two runs at once lose nothing. The file keeps its mode, owner and group,
 * or else nothing is changed and an `OwnerError` says so.
 */
export function updateFile(
  named: string,
  mode: number,
  update: (old: string | undefined) => string,
): void {
  const isLink = lstatSync(named, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  const path = isLink && existsSync(named) ? realpathSync(named) : named; // a link is followed, not replaced
  withLock(path, () => replaceFile(path, update(readIfThere(path)), mode, "always"));
}

/**
 * Puts a text in a file's place, whole or not at all: a full disk or a kill leaves the old file. It
 * keeps its mode, owner and group; `mode` is that of a new file. A read-only file is not replaced.
 */
export function replaceFile(
  path: string,
  text: string | Uint8Array,
  mode = 0o644,
  keepOwner: KeepOwner = "if possible",
): void {
  const old = statSync(path, { throwIfNoEntry: false });
  if (old !== undefined) accessSync(path, constants.W_OK);
  const staging = `${path}.new-${process.pid}`;
  try {
    const file = openSync(staging, "w", mode);
    try {
      if (old !== undefined) keepAttributes(file, path, old, keepOwner);
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(staging, path);
  } finally {
    rmSync(staging, { force: true });
  }
}

/** Keeps other runs from changing `path` (a file, or a folder's files) meanwhile. Throws `FileBusyError` where one does. */
export function withLock<T>(path: string, use: () => T): T {
  const release = lock(path);
  try {
    return use();
  } finally {
    release();
  }
}

/** Takes the lock of `path` until what is returned is called. Throws `FileBusyError` where another run has it. */
export function lock(path: string): () => void {
  const taken = `${path}.lock`;
  const own = `${taken}-${process.pid}`;
  if (!existsSync(dirname(path)))
    throw new FileBusyError(`${dirname(path)}: there is no such folder`);
  writeFileSync(own, `${process.pid}`);
  try {
    takeLock(taken, own, path);
  } finally {
    rmSync(own, { force: true });
  }
  return () => rmSync(taken, { force: true });
}

/** A link appears with its content, so a lock always names its process, and one left behind by a kill is not in the way. */
function takeLock(lock: string, own: string, path: string): void {
  if (linkIfFree(own, lock)) return;
  const owner = readIfThere(lock);
  if (owner !== undefined && !isRunning(Number(owner))) {
    // Taken away under a name of its own first: if it is another lock by now, it is put back.
    const aside = `${own}.aside`;
    renameSync(lock, aside);
    if (readIfThere(aside) !== owner) linkIfFree(aside, lock);
    rmSync(aside, { force: true });
    if (linkIfFree(own, lock)) return;
  }
  throw new FileBusyError(
    `${path}: another run is changing it (${lock}); try again when it is done`,
  );
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
