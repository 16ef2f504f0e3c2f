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
} from "node:fs";
import { type KeepOwner, keepAttributes } from "./keep-attributes.ts";
import { withLock } from "./lock.ts";
import { writeFile } from "./write-file.ts";

/**
 * Replaces a file's text by what `update` makes of the old text, which is undefined for a new file.
 * Two runs at once lose nothing. A new file gets `mode`; an old one keeps its mode, owner and
 * group. Throws `OwnerError` where it cannot, and `FileBusyError`; then nothing is changed.
 */
export function updateFile(
  named: string,
  mode: number,
  update: (old: string | undefined) => string,
): void {
  const isLink = lstatSync(named, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  // A link is followed and not replaced.
  const path = isLink && existsSync(named) ? realpathSync(named) : named;
  withLock(path, () => {
    const old = existsSync(path) ? readFileSync(path, "utf8") : undefined;
    replaceFile(path, update(old), mode, "always");
  });
}

/**
 * Replaces a file whole or not at all: after a full disk or a kill the old file is there. The file
 * keeps its mode, owner and group. A new file gets `mode` (default 644). Throws where the file is
 * read-only.
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

/** Writes the file `staging`, which will replace the file at `path`, as `replaceFile` does. */
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
    writeFile(path, text, file);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
