import { createHash } from "node:crypto";
import { gzipSync } from "fflate";
import { create } from "tar";
import { openSiteFiles, readManifest } from "./site-files.ts";
import { siteFolder } from "./site-folder.ts";
import { replaceFile } from "./update-file.ts";
import { siteFileNames } from "./verify.ts";

/** What was packed. */
export type Packed = { file: string; sha256: string; bytes: number; files: number };

/**
 * Writes the tarball of a site's folder and its `.sha256` beside it: regular files only, sorted, without owner, with one mode and one
 * time, so that the same site gives the same bytes on any machine. What the manifest does not list is left out.
 */
export function packSite(site: string, out: string | undefined): Packed {
  const dir = siteFolder(site);
  const manifest = readManifest(openSiteFiles(dir), dir);
  const file = out ?? `gamedata-${manifest.game}-${manifest.patch}.tar.gz`;
  const names = siteFileNames(manifest).sort();

  const chunks: Buffer[] = [];
  const tar = create(
    { cwd: dir, sync: true, portable: true, mtime: new Date(0), noDirRecurse: true, strict: true },
    names,
  );
  for (let chunk = tar.read(); chunk !== null; chunk = tar.read()) chunks.push(Buffer.from(chunk));
  const body = gzipSync(Buffer.concat(chunks), { level: 9, mtime: 0 });

  const sha256 = createHash("sha256").update(body).digest("hex");
  replaceFile(file, body);
  replaceFile(`${file}.sha256`, `${sha256}  ${file.split("/").at(-1)}\n`);
  return { file, sha256, bytes: body.length, files: names.length };
}
