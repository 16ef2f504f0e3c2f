import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { PatchFile } from "../../core/schema/patch.ts";
import { VERSIONS_FORMAT, type Version, type Versions } from "../../core/schema/versions.ts";
import { digestOf, sha256Of } from "../../core/site/digest.ts";
import { joinKeepingPrefix } from "../../core/site/join-keeping-prefix.ts";
import { readManifest } from "../../core/site/read-manifest.ts";
import { openSiteFiles } from "../../core/site/site-files.ts";
import { siteFileNames } from "../../core/site/verify-site.ts";
import { type BuildOptions, type BuildReport, buildSite, siteNumbers } from "../build-site.ts";
import { type GameData, offeredPatches } from "../data/reference.ts";
import { documentsInMemory } from "../make-documents.ts";
import { withLock } from "../write/lock.ts";
import {
  refuseForeignVersions,
  VERSIONS_FILE,
  versionsBody,
  writeVersions,
} from "./write-versions.ts";

/** `baseUrl` is the address above all versions, which every version has as its own. */
export type VersionsOptions = Omit<BuildOptions, "patch" | "from">;

/**
 * Builds the sites of all offered patches side by side below `out`, the oldest first, then the list
 * and the page that lead to them. Each is what `build --as-of` builds, so files that do not change
 * from one to the next are hard links. A version that is there already is left as it is, since its
 * name says which documents it has. `onBuilt` is called after each version. Throws `NotASiteError`
 * and `FileBusyError`.
 */
export function buildVersions(
  data: GameData,
  options: VersionsOptions,
  onBuilt: (report: BuildReport & { out: string }) => void = () => {},
): Versions {
  const { out, baseUrl } = options;
  refuseForeignVersions(out);
  mkdirSync(out, { recursive: true });
  return withLock(join(out, VERSIONS_FILE), () => {
    const versions: Version[] = [];
    let from: string | undefined;
    for (const patch of offeredPatches(data).toReversed()) {
      const version = `${patch.id}-${revisionOf(data, patch.id, options)}`;
      const dir = joinKeepingPrefix(out, version);
      onBuilt({ out: dir, ...buildVersion(data, patch.id, { ...options, out: dir, from }) });
      versions.unshift(describe(dir, version, patch, `${baseUrl}/${version}`));
      from = dir;
    }
    const [{ version: latest = "" } = {}] = versions;
    const game = data.game.id;
    const list = { format: VERSIONS_FORMAT, game, baseUrl, latest, versions } as const;
    writeVersions(out, versionsBody(list), list);
    return list;
  });
}

/** Eight digits that follow from a version's documents. The program's version does not count. */
function revisionOf(data: GameData, patch: string, options: VersionsOptions): string {
  const { manifest } = documentsInMemory(data, { ...options, patch, version: "any" });
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
  if (!existsSync(join(out, "manifest.json"))) return buildSite(data, { ...options, patch, out });
  return { patch, ...siteNumbers(out), ...sizesOf(out), isUnchanged: true };
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
