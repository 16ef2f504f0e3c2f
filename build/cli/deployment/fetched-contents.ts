import { existsSync, lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { ManifestError } from "../../core/errors.ts";
import { DeploymentError } from "../../core/fetch/exchange.ts";
import { type ContentStore, distinctContents } from "../../core/fetch/fetch-site.ts";
import { sha256Of } from "../../core/site/digest.ts";
import { readManifest } from "../../core/site/read-manifest.ts";
import {
  openFolder,
  openSiteFiles,
  type SiteFiles,
  siteFolder,
} from "../../core/site/site-files.ts";
import { writeFile } from "../../generator/write/update-file.ts";

/**
 * The contents that need not be fetched, by checksum: those of the site in `dir`, and those that an
 * interrupted run has fetched, which are kept beside `dir`.
 */
export type FetchedContents = ContentStore & {
  /** Removes the contents that are kept beside the site. */
  clear: () => void;
};

/** Opens the contents. Throws `DeploymentError` where the folder beside `dir` has other files. */
export function openFetchedContents(dir: string): FetchedContents {
  const beside = `${resolve(dir)}.fetched`;
  refuseOtherFiles(beside);
  const kept = openFolder(beside);
  const site = existsSync(siteFolder(dir)) ? filesOfSite(dir) : undefined;
  return {
    read: (sha256) => {
      const isIt = (body: Buffer | undefined) => body !== undefined && sha256Of(body) === sha256;
      const body = kept.read(sha256);
      if (isIt(body)) return body;
      const file = site?.named.get(sha256)?.find((name) => isIt(site.files.read(name)));
      return file === undefined ? undefined : site?.files.read(file);
    },
    keep: (sha256, body) => {
      mkdirSync(beside, { recursive: true });
      const path = join(beside, sha256);
      rmSync(path, { force: true }); // cut short, or a link that others put there
      writeFile(path, body, "wx");
    },
    clear: () => {
      if (!existsSync(beside)) return;
      for (const name of readdirSync(beside)) if (isChecksum(name)) rmSync(join(beside, name));
      if (readdirSync(beside).length === 0) rmdirSync(beside);
    },
  };
}

function refuseOtherFiles(beside: string) {
  const about = lstatSync(beside, { throwIfNoEntry: false });
  if (about === undefined) return;
  if (!about.isDirectory())
    throw new DeploymentError(`${beside} is not a folder of gamedata; move it elsewhere`);
  const other = readdirSync(beside).find((name) => !isChecksum(name));
  if (other === undefined) return;
  throw new DeploymentError(
    `${join(beside, other)} was not fetched by gamedata; move it elsewhere, because ${beside} is ` +
      "removed",
  );
}

function isChecksum(name: string) {
  return /^[0-9a-f]{64}$/.test(name);
}

/** The files of a site, and their names by checksum. */
function filesOfSite(dir: string): { files: SiteFiles; named: Map<string, string[]> } {
  const files = openSiteFiles(dir);
  try {
    const contents = distinctContents(readManifest(files, dir));
    return { files, named: new Map(contents.map(({ sha256, files }) => [sha256, files])) };
  } catch (error) {
    // There is no site yet, or one of another format.
    if (error instanceof ManifestError) return { files, named: new Map() };
    throw error;
  }
}
