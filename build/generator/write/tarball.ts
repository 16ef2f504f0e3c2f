import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { Header, Pax } from "tar";
import { compressGzip, withCompressed } from "../../core/site/codings.ts";
import { contentTime, sha256Of } from "../../core/site/digest.ts";
import { SIGNATURE_FILE } from "../../core/site/manifest-signature.ts";
import { readManifest } from "../../core/site/read-manifest.ts";
import type { Content } from "../../core/site/site.ts";
import { openSiteFiles, siteFolder } from "../../core/site/site-files.ts";
import { siteFileNames } from "../../core/site/verify-site.ts";
import { replaceFile } from "./update-file.ts";
import type { Written } from "./write-site.ts";

const BLOCK_BYTES = 512;

/**
 * Writes a tarball, and its `.sha256` beside it. The same files give the same bytes with the same
 * version of Node: sorted, without owner, with one mode, with times made from their contents.
 */
function writeTarball(
  file: string,
  files: ReadonlyMap<string, Uint8Array>,
): { sha256: string; bytes: number; isUnchanged: boolean } {
  const names = [...files.keys()].sort();
  const entries = names.flatMap((name) => entryOf(name, files.get(name) ?? new Uint8Array()));
  const end = new Uint8Array(2 * BLOCK_BYTES);
  const body = compressGzip(Buffer.concat([...entries, end]), 9);
  const sha256 = sha256Of(body);
  const isUnchanged = existsSync(file) && sha256Of(readFileSync(file)) === sha256;
  if (!isUnchanged) replaceFile(file, body);
  replaceFile(`${file}.sha256`, `${sha256}  ${basename(file)}\n`);
  return { sha256, bytes: body.length, isUnchanged };
}

/** Writes a site as a tarball, for systems that cannot store its names. */
export function writePackedSite(
  file: string,
  make: (add: (content: Content) => void) => void,
  signature?: string,
): Written {
  const packed = new Map<string, Uint8Array>();
  make(({ body, files }) => {
    for (const [ending, bytes] of withCompressed(files[0] ?? "", body))
      for (const name of files) packed.set(name + ending, bytes);
  });
  if (signature !== undefined) packed.set(SIGNATURE_FILE, Buffer.from(signature));
  const { isUnchanged } = writeTarball(file, packed);
  const bytes = [...packed.values()].reduce((sum, { length }) => sum + length, 0);
  return { files: packed.size, bytes, isUnchanged };
}

/** The header, the body and the padding of a file. A long name is in a header of its own. */
function entryOf(path: string, body: Uint8Array): Uint8Array[] {
  const mtime = contentTime(sha256Of(body));
  const header = new Header({ path, mode: 0o644, size: body.length, mtime, type: "File" });
  const needsPax = header.encode();
  const padding = new Uint8Array(-body.length & (BLOCK_BYTES - 1));
  const before = needsPax ? [new Pax({ path, mtime, size: body.length }).encode()] : [];
  return [...before, header.block ?? new Uint8Array(), body, padding];
}

/**
 * Writes the tarball of a site's folder, and its `.sha256` beside it. Files that the manifest does
 * not list are left out. Default of `out`: `gamedata-<game>-<patch>.tar.gz`. Throws
 * `ManifestError`.
 */
export function packSite(site: string, out: string | undefined) {
  const dir = siteFolder(site);
  const files = openSiteFiles(dir);
  const manifest = readManifest(files, dir);
  const file = out ?? `gamedata-${manifest.game}-${manifest.patch}.tar.gz`;
  // A mirror may lack files for hosts that another version of the program made.
  const present = new Set(files.names());
  const names = [...siteFileNames(manifest), SIGNATURE_FILE].filter((name) => present.has(name));
  const packed = new Map(names.map((name) => [name, files.read(name) ?? Buffer.alloc(0)]));
  const { sha256, bytes } = writeTarball(file, packed);
  return { file, sha256, bytes, files: names.length };
}
