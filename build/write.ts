import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isRunning } from "./process.ts";
import { previousOf } from "./site-folder.ts";

/** The content of one or more files; `from` is the folder of a site whose files of these names may hold it already. */
export type Content = { body: Uint8Array; files: readonly string[]; from?: string };

/**
 * Writes a whole site beside `dir` and puts it in its place at the end, so that `dir` is always one whole site.
 * Between the two renames of the swap the old site stands at `previousOf(dir)`, from where readers take it.
 * `check` sees the new site before the swap; if it throws, the old one stays.
 */
export function writeSite(out: string, contents: Iterable<Content>, check: (staging: string) => void = () => {}): void {
  const dir = resolve(out);
  refuseOtherFolders(out);
  removeLeftovers(out);
  const staging = `${dir}.building-${process.pid}`;
  rmSync(staging, { recursive: true, force: true }); // of a killed build whose process had the same number
  try {
    writeContents(staging, contents);
    check(staging);
    swap(dir, staging);
  } finally {
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
  throw new NotASiteError(`${out} exists and is no site; name another folder, or empty this one first`);
}

function writeContents(staging: string, contents: Iterable<Content>): void {
  const made = new Set<string>();
  for (const { body, files, from } of contents) {
    for (const file of files) {
      const path = join(staging, file);
      const folder = dirname(path);
      if (!made.has(folder)) {
        mkdirSync(folder, { recursive: true });
        made.add(folder);
      }
      if (from === undefined || !isTakenOver(join(from, file), path, body)) writeFileSync(path, body);
    }
  }
}

/** A link to a file that is as it should be costs a tenth of a new file, and less on most disks. Not every disk has links. */
function isTakenOver(source: string, path: string, body: Uint8Array): boolean {
  try {
    if (!readFileSync(source).equals(body)) return false;
    linkSync(source, path);
    return true;
  } catch {
    return false;
  }
}

function swap(dir: string, staging: string): void {
  const previous = previousOf(dir);
  if (existsSync(dir)) renameSync(dir, previous);
  renameSync(staging, dir);
  rmSync(previous, { recursive: true, force: true });
}

/** Puts back the site of a build that was killed in the swap, and removes the staging folders of builds that no longer run. */
export function removeLeftovers(out: string): void {
  const dir = resolve(out);
  const previous = previousOf(dir);
  if (!existsSync(dir) && existsSync(previous)) renameSync(previous, dir);
  rmSync(previous, { recursive: true, force: true });

  const parent = dirname(dir);
  if (!existsSync(parent)) return;
  const prefix = `${basename(dir)}.building-`;
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix)) continue;
    if (!isRunning(Number(name.slice(prefix.length)))) rmSync(join(parent, name), { recursive: true, force: true });
  }
}
