import { existsSync } from "node:fs";
import { resolve } from "node:path";

/**
 * Where the old site stands for the moment of the swap, and where it is found should the build be
 * killed in it.
 */
export function previousOf(dir: string): string {
  return `${resolve(dir)}.previous`;
}

/**
 * The folder a site is read from: `dir`, or the old site of a build that was killed in its swap.
 */
export function siteFolder(dir: string): string {
  return !existsSync(dir) && existsSync(previousOf(dir)) ? previousOf(dir) : dir;
}
