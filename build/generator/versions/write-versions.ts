import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Versions, VersionsSchema } from "../../core/schema/versions.ts";
import { compress } from "../../core/site/compress.ts";
import { readManifest } from "../../core/site/read-manifest.ts";
import { openSiteFiles } from "../../core/site/site-files.ts";
import { versionFiles } from "../hosts/version-files.ts";
import { toJson } from "../pages/json.ts";
import { versionsMarkup } from "../pages/versions.tsx";
import { NotASiteError } from "../write/our-folder.ts";
import { replaceSiteFile } from "../write/update-file.ts";

/** The list of the versions in a folder. */
export const VERSIONS_FILE = "versions.json";

/** The page that lists the versions. */
const PAGE_FILE = "index.html";

/** `versions.json` as it is served. */
export function versionsBody(versions: Versions): Buffer {
  return Buffer.from(toJson(VersionsSchema, versions));
}

/** Throws `NotASiteError` where a folder is a site, or holds a start page of another program. */
export function refuseForeignVersions(dir: string): void {
  if (existsSync(join(dir, "manifest.json")))
    throw new NotASiteError(
      `${dir} is itself a site; choose another folder for the sites of all patches`,
    );
  if (existsSync(join(dir, PAGE_FILE)) && !existsSync(join(dir, VERSIONS_FILE)))
    throw new NotASiteError(
      `${join(dir, PAGE_FILE)} was not made by gamedata; choose another folder or move it away`,
    );
}

/**
 * Writes the files above versions whose sites are there already: the files for hosts, the page that
 * lists the versions, and at the end the list itself, `body`.
 */
export function writeVersions(dir: string, body: Buffer, versions: Versions): void {
  const newest = join(dir, versions.latest);
  const manifest = readManifest(openSiteFiles(newest), newest);
  for (const file of versionFiles(versions, manifest)) put(join(dir, file.file), file.body);
  const page = Buffer.from(versionsMarkup(versions));
  for (const [file, content] of [
    [PAGE_FILE, page],
    [VERSIONS_FILE, body],
  ] as const) {
    const { br, gz } = compress(content);
    put(join(dir, `${file}.br`), br);
    put(join(dir, `${file}.gz`), gz);
    put(join(dir, file), content);
  }
}

function put(path: string, body: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  replaceSiteFile(path, body);
}
