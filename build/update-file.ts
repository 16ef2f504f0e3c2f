import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { isRunning } from "./process.ts";

/** Another run is changing the same files. */
export class FileBusyError extends Error {}

/** Replaces a file's text by what `update` makes of the old one (undefined where there is none); two runs at once lose nothing. */
export function updateFile(path: string, mode: number, update: (old: string | undefined) => string): void {
  withLock(path, () => replaceFile(path, update(readIfThere(path)), mode));
}

/** Puts a text in a file's place, whole or not at all: a full disk or a kill leaves the old file. A read-only file is not replaced. */
export function replaceFile(path: string, text: string | Uint8Array, mode = 0o644): void {
  if (existsSync(path)) accessSync(path, constants.W_OK);
  const staging = `${path}.new-${process.pid}`;
  try {
    const file = openSync(staging, "w", mode);
    try {
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
  const lock = `${path}.lock`;
  takeLock(lock, path);
  try {
    return use();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** The lock names its process, so that one left behind by a kill is not in the way. */
function takeLock(lock: string, path: string): void {
  const owner = readIfThere(lock);
  if (owner !== undefined && owner !== "" && !isRunning(Number(owner))) rmSync(lock, { force: true });
  try {
    const file = openSync(lock, "wx");
    writeSync(file, `${process.pid}`);
    closeSync(file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    throw new FileBusyError(`${path}: another run is changing it (${lock}); try again when it is done`);
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
