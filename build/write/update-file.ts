import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { type KeepOwner, keepAttributes } from "./keep-attributes.ts";
import { withLock } from "./lock.ts";

/**
 * Replaces a file's text by what `update` makes of the old one (undefined where there is none, and
 * the new file gets `mode`); two runs at once lose nothing. The file keeps its mode, owner and
 * group, or else nothing is changed and an `OwnerError` says so.
 */
export function updateFile(
  named: string,
  mode: number,
  update: (old: string | undefined) => string,
): void {
  const isLink = lstatSync(named, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  // a link is followed, not replaced
  const path = isLink && existsSync(named) ? realpathSync(named) : named;
  withLock(path, () => {
    const old = existsSync(path) ? readFileSync(path, "utf8") : undefined;
    replaceFile(path, update(old), mode, "always");
  });
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
  const staging = `${path}.new-${process.pid}`;
  try {
    stageFile(path, staging, text, mode, keepOwner);
    renameSync(staging, path);
  } finally {
    rmSync(staging, { force: true });
  }
}

/** Writes what will take a file's place to the disk, beside it, as `replaceFile` does. */
export function stageFile(
  path: string,
  staging: string,
  text: string | Uint8Array,
  mode = 0o644,
  keepOwner: KeepOwner = "if possible",
): void {
  const old = statSync(path, { throwIfNoEntry: false });
  if (old !== undefined) accessSync(path, constants.W_OK);
  const file = openSync(staging, "w", mode);
  try {
    if (old !== undefined) keepAttributes(file, path, old, keepOwner);
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
