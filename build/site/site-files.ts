import { openFolder } from "./folder-files.ts";
import { siteFolder } from "./site-folder.ts";
import { runSteps, type Steps } from "./steps.ts";
import { openTarball } from "./tarball-files.ts";

/** The files of a site, by path below its root. */
export type SiteFiles = {
  names: () => string[];
  /** Whether compressed siblings stand beside the files. */
  hasSiblings: boolean;
  /** What is there and belongs to no site, such as a `link` or an `empty folder`. */
  others: () => { name: string; kind: string }[];
  /** A regular file, of which no more than one byte beyond `mostBytes` is read. */
  read: (name: string, mostBytes?: number) => Buffer | undefined;
};

/** Whether a site's name is a tarball's. */
export function isTarball(site: string): boolean {
  return /\.(tar\.gz|tgz)$/.test(site);
}

/**
 * Opens a site's folder, or a tarball of it, which is read into memory and not unpacked: not every
 * disk can hold every spelling. Throws `ManifestError`.
 */
export function openSiteFiles(site: string): SiteFiles {
  return runSteps(openSiteFilesInSteps(site));
}

/** `openSiteFiles` for a program that has other things to do meanwhile. */
export function* openSiteFilesInSteps(site: string): Steps<SiteFiles> {
  return isTarball(site) ? yield* openTarball(site) : openFolder(siteFolder(site));
}
