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
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { contentTime, sha256Of } from "../../core/site/digest.ts";
import { withLock } from "./lock.ts";

/**
 * Replaces a file's text by what `update` makes of the old text, which is undefined for a new file.
 * Two runs at once lose nothing. A new file gets `mode`; an old one keeps its mode, owner and
 * group. Throws where this user cannot keep the owner, and `FileBusyError`; then nothing is
 * changed.
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
    replaceFile(path, update(old), mode, true);
  });
}

/**
 * Replaces a file whole or not at all: after a full disk or a kill the old file is there. It keeps
 * its mode, and with `keepOwner` its owner and group; a new file gets `mode`. Throws where the file
 * is read-only.
 */
export function replaceFile(
  path: string,
  body: string | Uint8Array,
  mode = 0o644,
  keepOwner = false,
): void {
  const staging = `${path}.new-${process.pid}`;
  const old = statSync(path, { throwIfNoEntry: false });
  if (old !== undefined) accessSync(path, constants.W_OK);
  try {
    rmSync(staging, { force: true });
    const file = openSync(staging, "wx", mode); // through no link that others put there
    try {
      if (old !== undefined) {
        if (keepOwner) naming(path, () => fchownSync(file, old.uid, old.gid));
        fchmodSync(file, old.mode & 0o777); // comes last: a change of the owner can clear bits
      }
      naming(path, () => writeFileSync(file, body));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(staging, path);
  } finally {
    rmSync(staging, { force: true });
  }
}

/** Replaces a file of a site. It gets the time of its content, of which servers make validators. */
export function replaceSiteFile(path: string, body: string | Uint8Array): void {
  replaceFile(path, body);
  const time = contentTime(sha256Of(Buffer.from(body)));
  utimesSync(path, time, time);
}

/** Writes a file, with `wx` a new one. The error of a full disk names it. */
export function writeFile(path: string, body: string | Uint8Array, flag: "w" | "wx" = "w"): void {
  naming(path, () => writeFileSync(path, body, { flag }));
}

/** Adds the path to an error of `use`, which Node leaves out for open files and full disks. */
function naming(path: string, use: () => void): void {
  try {
    use();
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  }
}
