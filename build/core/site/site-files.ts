import { openFolder, type SiteFiles } from "./folder-files.ts";
import { siteFolder } from "./site-folder.ts";
import { runSteps, type Steps } from "./steps.ts";
import { openTarball } from "./tarball-files.ts";

export type { SiteFiles } from "./folder-files.ts";

/** Whether a site's name ends as a tarball's does. */
export function isTarball(site: string): boolean {
  return /\.(tar\.gz|tgz)$/.test(site);
}

/**
 * Opens a site's folder or tarball. A tarball is read into memory, since not every disk can hold
 * the name of every spelling. Throws `ManifestError`.
 */
export function openSiteFiles(site: string): SiteFiles {
  return runSteps(openSiteFilesInSteps(site));
}

/** `openSiteFiles` in steps, between which other work can run. */
export function* openSiteFilesInSteps(site: string): Steps<SiteFiles> {
  return isTarball(site) ? yield* openTarball(site) : openFolder(siteFolder(site));
}
