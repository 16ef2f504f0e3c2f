import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  utimesSync,
} from "node:fs";
import { ExpectedError } from "../../core/expected-error.ts";
import { contentTime } from "../../core/site/content-time.ts";
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

/** Replaces a file of a site. It gets the time of its content, of which servers make validators. */
export function replaceSiteFile(path: string, body: string | Uint8Array): void {
  replaceFile(path, body);
  const time = contentTime(Buffer.from(body));
  utimesSync(path, time, time);
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

/** The new file would have another owner than the old one. The message says what to do. */
export class OwnerError extends ExpectedError {}

/** How a new file keeps the owner and group of the file that it replaces. */
type KeepOwner =
  /** `keepAttributes` throws `OwnerError` where this user cannot give files away. */
  | "always"
  /** The file stays with this user where it cannot be given away. */
  | "if possible";

/** Gives an open file the mode, owner and group of the one at `path` that it will replace. */
function keepAttributes(file: number, path: string, old: Stats, keepOwner: KeepOwner): void {
  if (!giveAway(file, old) && keepOwner === "always") {
    throw new OwnerError(
      `${path}: belongs to user ${old.uid} and group ${old.gid}, and this user cannot give ` +
        "that owner to a new file; nothing was changed; run the command as its owner or as root",
    );
  }
  fchmodSync(file, old.mode & 0o777); // comes last, since a change of the owner can clear bits
}

/** Gives a file to an owner and group. Returns whether this user could do it. */
function giveAway(file: number, { uid, gid }: Stats): boolean {
  try {
    fchownSync(file, uid, gid);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EPERM") return false;
    throw error;
  }
}
