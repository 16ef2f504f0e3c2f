/*
 * Writes a site beside the old one (staged-site.ts) and swaps them (this file), if the folder is
 * ours (our-folder.ts) and nobody else writes (lock.ts); packs it (tarball.ts).
 */
import { existsSync, lstatSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Content } from "../../core/site/site.ts";
import { previousOf } from "../../core/site/site-files.ts";
import { isRunning } from "./lock.ts";
import {
  folderToReplace,
  isOurFolder,
  makeOurFolder,
  NotASiteError,
  refuseForeignFolder,
  removeOurFolder,
  unmarkOurFolder,
} from "./our-folder.ts";
import { createStagedSite } from "./staged-site.ts";

/** What was written. `isUnchanged`: the same site was there already, and was left as it is. */
export type Written = { files: number; bytes: number; isUnchanged: boolean };

/**
 * Writes a site of the contents that `make` adds. It is written beside `out` and swapped at the
 * end, so that `out` is always one whole site. Between the two renames of the swap the old site is
 * at `previousOf(out)`, where readers find it. Throws `NotASiteError` where a folder in the way is
 * not ours, and what `make` throws, or `check`, which gets the new site. Then the old site stays.
 */
export function writeSite(
  out: string,
  make: (add: (content: Content) => void) => void,
  check: (staging: string) => void = () => {},
): Written {
  const dir = folderToReplace(out);
  removeLeftovers(dir);
  const staging = `${dir}.building-${process.pid}`;
  removeOurFolder(staging); // left by a killed build whose process had the same number
  const site = createStagedSite(staging, dir);
  makeOurFolder(staging);
  try {
    make(site.add);
    const written = site.finish();
    if (!written.isUnchanged) {
      unmarkOurFolder(staging);
      check(staging);
      swap(dir, staging);
    }
    return written;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/**
 * Puts the new site in the place of the old one. The old one is judged again, since another program
 * may have put a folder there during the build. Between the renames only its inode is compared, so
 * that there is no folder for less than a millisecond.
 */
function swap(dir: string, staging: string): void {
  const previous = previousOf(dir);
  refuseForeignFolder(dir);
  const judged = lstatSync(dir, { throwIfNoEntry: false })?.ino;
  if (judged !== undefined) {
    renameSync(dir, previous);
    if (lstatSync(previous).ino !== judged) {
      renameSync(previous, dir);
      throw new NotASiteError(`${dir} was replaced by another program; build again`);
    }
  }
  renameSync(staging, dir);
  rmSync(previous, { recursive: true, force: true });
}

/** Puts the old site back after a build that was killed in its swap, and removes leftovers. */
function removeLeftovers(dir: string): void {
  const previous = previousOf(dir);
  refuseForeignFolder(previous);
  if (!existsSync(dir) && existsSync(previous)) renameSync(previous, dir);
  removeOurFolder(previous);

  const parent = dirname(dir);
  if (!existsSync(parent)) return;
  const prefix = `${basename(dir)}.building-`;
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix) || isRunning(Number(name.slice(prefix.length)))) continue;
    if (isOurFolder(join(parent, name))) rmSync(join(parent, name), { recursive: true });
  }
}
