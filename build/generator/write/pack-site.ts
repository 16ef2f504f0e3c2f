import { basename } from "node:path";
import { gzipSync } from "fflate";
import { create, type WriteEntry } from "tar";
import { contentTime } from "../../core/site/content-time.ts";
import { sha256Of } from "../../core/site/digest.ts";
import { SIGNATURE_FILE } from "../../core/site/manifest-signature.ts";
import { readManifest } from "../../core/site/read-manifest.ts";
import { withSiblings } from "../../core/site/siblings.ts";
import { openSiteFiles } from "../../core/site/site-files.ts";
import { siteFolder } from "../../core/site/site-folder.ts";
import { MADE_FILE, siteFileNames } from "../../core/site/verify-site.ts";
import { replaceFile } from "./update-file.ts";

/** What was packed. */
export type Packed = { file: string; sha256: string; bytes: number; files: number };

/**
 * Writes the tarball of a site's folder, and its `.sha256` beside it. The same site gives the same
 * bytes on any machine: regular files only, sorted, without owner, with one mode, with times made
 * from their contents. Files that the manifest does not list are left out. Default of `out`:
 * `gamedata-<game>-<patch>.tar.gz`. Throws `ManifestError`.
 */
export function packSite(site: string, out: string | undefined): Packed {
  const dir = siteFolder(site);
  const files = openSiteFiles(dir);
  const manifest = readManifest(files, dir);
  const file = out ?? `gamedata-${manifest.game}-${manifest.patch}.tar.gz`;
  // A mirror may lack files for hosts that another version of the program made.
  const present = new Set(files.names());
  const names = [...siteFileNames(manifest), ...withSiblings([MADE_FILE]), SIGNATURE_FILE]
    .filter((name) => present.has(name))
    .sort();

  const chunks: Buffer[] = [];
  const onWriteEntry = (entry: WriteEntry) => {
    if (entry.stat) entry.stat.mode = 0o100644; // whatever the umask was
    entry.mtime = contentTime(files.read(entry.path) ?? Buffer.alloc(0));
  };
  const tar = create(
    {
      cwd: dir,
      sync: true,
      portable: true,
      noDirRecurse: true,
      strict: true,
      onWriteEntry,
    },
    names,
  );
  for (let chunk = tar.read(); chunk !== null; chunk = tar.read()) chunks.push(Buffer.from(chunk));
  const body = gzipSync(Buffer.concat(chunks), { level: 9, mtime: 0 });

  const sha256 = sha256Of(body);
  replaceFile(file, body);
  replaceFile(`${file}.sha256`, `${sha256}  ${basename(file)}\n`);
  return { file, sha256, bytes: body.length, files: names.length };
}
