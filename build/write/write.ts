import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { withSiblings } from "../site/siblings.ts";
import type { Content } from "../site/site.ts";
import { openSiteFiles } from "../site/site-files.ts";
import { previousOf } from "../site/site-folder.ts";
import { openPlace } from "./place.ts";
import { isRunning } from "./process.ts";
import { helpWith } from "./write-threads.ts";

/** What stands at the place now. `isUnchanged`: it stood there already, to the byte, and was left as it was. */
export type Written = { files: number; bytes: number; isUnchanged: boolean };

export type WriteOptions = {
  /** Another site, which may hold what the one at the place does not. */
  from?: string | undefined;
  /** Sees a new site before it is put in its place; if it throws, the old one stays. */
  check?: (staging: string) => void;
};

/**
 * Writes a whole site beside `out`, of the contents that `make` hands over, and puts it in its place at the end, so that
 * `out` is always one whole site. Between the two renames of the swap the old site stands at `previousOf(out)`, from
 * where readers take it. Throws `NotASiteError`, and what `make` throws; then the old site stays as it is.
 */
export async function writeSite(
  out: string,
  make: (take: (content: Content) => void) => void,
  { from, check = () => {} }: WriteOptions = {},
): Promise<Written> {
  const dir = resolve(out);
  refuseOtherFolders(out);
  removeLeftovers(dir);
  const staging = `${dir}.building-${process.pid}`;
  rmSync(staging, { recursive: true, force: true }); // of a killed build whose process had the same number

  const options = { staging, out: dir, from };
  const helpers = helpWith(options);
  const place = openPlace(options);
  const files: string[] = [];
  try {
    make((content) => {
      files.push(...content.files);
      if (!helpers.take(content)) place.take(content);
    });
    const taken = [place.taken(), ...(await helpers.taken())];
    const isUnchanged = taken.every(({ hasNew }) => !hasNew) && !holdsOther(dir, files);
    if (!isUnchanged) {
      place.linkTheSame();
      await helpers.linkTheSame();
      check(staging);
      swap(dir, staging);
    }
    return {
      files: taken.reduce((sum, { files }) => sum + files, 0),
      bytes: taken.reduce((sum, { bytes }) => sum + bytes, 0),
      isUnchanged,
    };
  } finally {
    await helpers.end();
    rmSync(staging, { recursive: true, force: true });
  }
}

/** The folder holds something else than a site, which a build would delete. */
export class NotASiteError extends Error {}

/** Throws `NotASiteError` where `out` is neither a site, nor an empty folder, nor a name that is free. */
export function refuseOtherFolders(out: string): void {
  const dir = resolve(out);
  const stat = statSync(dir, { throwIfNoEntry: false });
  if (stat === undefined || existsSync(join(dir, "manifest.json"))) return;
  if (stat.isDirectory() && readdirSync(dir).length === 0) return;
  throw new NotASiteError(
    `${out} exists and is no site; name another folder, or empty this one first`,
  );
}

/** Whether there is a file of another name than these and their siblings. */
function holdsOther(dir: string, files: readonly string[]): boolean {
  const names = new Set(withSiblings(files));
  return openSiteFiles(dir)
    .names()
    .some((name) => !names.has(name));
}

function swap(dir: string, staging: string): void {
  const previous = previousOf(dir);
  if (existsSync(dir)) renameSync(dir, previous);
  renameSync(staging, dir);
  rmSync(previous, { recursive: true, force: true });
}

/** Puts back the site of a build that was killed in the swap, and removes the staging folders of builds that no longer run. */
function removeLeftovers(dir: string): void {
  const previous = previousOf(dir);
  if (!existsSync(dir) && existsSync(previous)) renameSync(previous, dir);
  rmSync(previous, { recursive: true, force: true });

  const parent = dirname(dir);
  if (!existsSync(parent)) return;
  const prefix = `${basename(dir)}.building-`;
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix)) continue;
    if (!isRunning(Number(name.slice(prefix.length))))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
}
