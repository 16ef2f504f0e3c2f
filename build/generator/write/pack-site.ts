import { SIGNATURE_FILE } from "../../core/site/manifest-signature.ts";
import { readManifest } from "../../core/site/read-manifest.ts";
import { withSiblings } from "../../core/site/siblings.ts";
import { openSiteFiles } from "../../core/site/site-files.ts";
import { siteFolder } from "../../core/site/site-folder.ts";
import { MADE_FILE, siteFileNames } from "../../core/site/verify-site.ts";
import { writeTarball } from "./tarball.ts";

/** What was packed. */
export type Packed = { file: string; sha256: string; bytes: number; files: number };

/**
 * Writes the tarball of a site's folder, and its `.sha256` beside it. Files that the manifest does
 * not list are left out. Default of `out`: `gamedata-<game>-<patch>.tar.gz`. Throws
 * `ManifestError`.
 */
export function packSite(site: string, out: string | undefined): Packed {
  const dir = siteFolder(site);
  const files = openSiteFiles(dir);
  const manifest = readManifest(files, dir);
  const file = out ?? `gamedata-${manifest.game}-${manifest.patch}.tar.gz`;
  // A mirror may lack files for hosts that another version of the program made.
  const present = new Set(files.names());
  const names = [...siteFileNames(manifest), ...withSiblings([MADE_FILE]), SIGNATURE_FILE].filter(
    (name) => present.has(name),
  );
  const packed = new Map(names.map((name) => [name, files.read(name) ?? Buffer.alloc(0)]));
  const { sha256, bytes } = writeTarball(file, packed);
  return { file, sha256, bytes, files: names.length };
}
