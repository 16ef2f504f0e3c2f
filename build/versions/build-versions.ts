import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type BuildOptions, type BuildReport, buildSite } from "../build-site.ts";
import { type Addresses, type GameData, offeredPatches } from "../data/reference.ts";
import { documentsInMemory } from "../make-documents.ts";
import type { PatchFile } from "../schema/patch.ts";
import { VERSIONS_FORMAT, type Version, type Versions } from "../schema/versions.ts";
import { digestOf, sha256Of } from "../site/digest.ts";
import { joinKeepingPrefix } from "../site/join-keeping-prefix.ts";
import { readManifest } from "../site/read-manifest.ts";
import { openSiteFiles } from "../site/site-files.ts";
import { siteFileNames } from "../site/verify-site.ts";
import { withLock } from "../write/lock.ts";
import { refuseForeignVersions, versionsBody, writeVersions } from "./write-versions.ts";

/** `baseUrl` is the address above all versions. `assetsUrl` counts only with `hasImages`. */
export type VersionsOptions = Omit<BuildOptions, "patch" | "from">;

/**
 * Builds the sites of all offered patches side by side below `out`, the oldest first, then the list
 * and the page that lead to them. A version that is there already is left as it is, since its name
 * says which documents it has. `tell` is called after each version. Throws `NotASiteError` and
 * `FileBusyError`.
 */
export function buildVersions(
  data: GameData,
  options: VersionsOptions,
  tell: (report: BuildReport & { out: string }) => void = () => {},
): Versions {
  const { out, baseUrl } = options;
  refuseForeignVersions(out);
  mkdirSync(out, { recursive: true });
  return withLock(join(out, "versions.json"), () => {
    const versions: Version[] = [];
    let from: string | undefined;
    for (const patch of offeredPatches(data).toReversed()) {
      const version = `${patch.id}-${revisionOf(data, patch.id, options)}`;
      const address = `${baseUrl}/${version}`;
      const dir = joinKeepingPrefix(out, version);
      tell({
        out: dir,
        ...buildVersion(data, patch.id, { ...options, baseUrl: address, out: dir, from }),
      });
      versions.unshift(describe(dir, version, patch, address));
      from = dir;
    }
    const [{ version: latest = "" } = {}] = versions;
    const list = {
      format: VERSIONS_FORMAT,
      game: data.game.id,
      baseUrl,
      latest,
      versions,
    } as const;
    writeVersions(out, versionsBody(list), list);
    return list;
  });
}

/**
 * Eight digits that follow from a version's documents. The program's version and the address do not
 * count.
 */
function revisionOf(data: GameData, patch: string, options: VersionsOptions): string {
  const site = withAssets({ ...options, baseUrl: `${options.baseUrl}/${patch}` });
  const { manifest } = documentsInMemory(data, { ...site, patch, version: "any" });
  const lines = manifest.documents
    .filter(({ path }) => path !== "/health") // it names the program's version
    .map(({ sha256, spellings }) => [sha256, ...spellings].join(" "));
  return sha256Of(Buffer.from(lines.join("\n"))).slice(0, 8);
}

function buildVersion(
  data: GameData,
  patch: string,
  { out, ...options }: Omit<BuildOptions, "patch">,
): BuildReport {
  if (!existsSync(join(out, "manifest.json")))
    return buildSite(data, { ...withAssets(options), patch, out });
  const { documents } = readManifest(openSiteFiles(out), out);
  const urls = documents.reduce((sum, { spellings }) => sum + spellings.length, 0);
  return { patch, urls, documents: documents.length, ...sizesOf(out), isUnchanged: true };
}

/** Addresses whose pictures are the version's own, unless the operator provides some. */
function withAssets<T extends Addresses>(addresses: T): T {
  return addresses.hasImages
    ? addresses
    : { ...addresses, assetsUrl: `${addresses.baseUrl}/assets` };
}

/** How many files and bytes a site has by its manifest. */
function sizesOf(dir: string): { files: number; bytes: number } {
  const names = siteFileNames(readManifest(openSiteFiles(dir), dir));
  const bytes = names.reduce((sum, name) => sum + statSync(join(dir, name)).size, 0);
  return { files: names.length, bytes };
}

function describe(
  dir: string,
  version: string,
  { id, name, kind }: PatchFile,
  address: string,
): Version {
  const { bytes, sha256 } = digestOf(readFileSync(join(dir, "manifest.json")));
  return { version, patch: id, name, kind, address, ...sizesOf(dir), manifest: { bytes, sha256 } };
}
