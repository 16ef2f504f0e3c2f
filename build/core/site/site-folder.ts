import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** Where the old site is while a build swaps the folders. A killed build leaves it there. */
export function previousOf(dir: string): string {
  return `${resolve(dir)}.previous`;
}

/** The folder to read a site from: `dir`, or the old site that a killed build left. */
export function siteFolder(dir: string): string {
  return !existsSync(dir) && existsSync(previousOf(dir)) ? previousOf(dir) : dir;
}

/** The path of a file in a folder, for messages. The folder stays as it was typed: `./data`. */
export function joinKeepingPrefix(dir: string, file: string): string {
  return `${dir.replace(/\/+$/, "")}/${file}`;
}
