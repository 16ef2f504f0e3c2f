import { existsSync } from "node:fs";
import { isTarball } from "../../core/site/site-files.ts";
import { terminal } from "./terminal.ts";

/**
 * Where a site is written: the folder of this name, or on Windows, which cannot store all names of
 * a site, a tarball.
 */
export function siteToWrite(dir: string): string {
  return terminal().platform === "win32" && !isTarball(dir) ? `${dir}.tar.gz` : dir;
}

/** Where a site of this name is read: where `siteToWrite` says, if the name itself is missing. */
export function siteToRead(site: string): string {
  const written = siteToWrite(site);
  return !existsSync(site) && existsSync(written) ? written : site;
}
