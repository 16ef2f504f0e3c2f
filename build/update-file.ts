import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { isRunning } from "./process.ts";

/** Another run is changing the same file. */
export class FileBusyError extends Error {}

/**
 * Replaces a file's text by what `update` makes of the old one (undefined where there is none), whole or not at all:
 * two runs at once, a full disk or a kill leave the old file. The new file gets `mode`.
 */
export function updateFile(path: string, mode: number, update: (old: string | undefined) => string): void {
  const lock = `${path}.lock`;
  takeLock(lock, path);
  const staging = `${path}.new-${process.pid}`;
  try {
    const text = update(readIfThere(path));
    const file = openSync(staging, "w", mode);
    try {
      writeSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(staging, path);
  } finally {
    rmSync(staging, { force: true });
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
