import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isRunning } from "./process.ts";
import { previousOf } from "./site-folder.ts";

/** The content of one or more files. */
export type Content = { body: Uint8Array; files: readonly string[] };

/**
 * Writes a whole site beside `dir` and puts it in its place at the end, so that `dir` is always one whole site.
 * Between the two renames of the swap the old site stands at `previousOf(dir)`, from where readers take it.
 */
export function writeSite(dir: string, contents: Iterable<Content>): void {
  removeLeftovers(dir);
  const staging = `${dir}.building-${process.pid}`;
  const made = new Set<string>();
  for (const { body, files } of contents) {
    for (const file of files) {
      const path = join(staging, file);
      const folder = dirname(path);
      if (!made.has(folder)) {
        mkdirSync(folder, { recursive: true });
        made.add(folder);
      }
      writeFileSync(path, body, { flag: "wx" });
    }
  }
  swap(dir, staging);
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

  const parent = dirname(resolve(dir));
  if (!existsSync(parent)) return;
  const prefix = `${basename(dir)}.building-`;
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix)) continue;
    if (!isRunning(Number(name.slice(prefix.length)))) rmSync(join(parent, name), { recursive: true, force: true });
  }
}
