import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Manifest } from "./schema/manifest.ts";
import { documentFile } from "./site.ts";
import { openSiteFiles, readManifest } from "./site-files.ts";

/** What is wrong with a site; all lists empty for a good one. */
export type Verification = { files: number; missing: string[]; extra: string[]; altered: string[] };

/** Compares every file of a site, a folder or a tarball, with its manifest, and the compressed siblings with what they stand beside. Throws `ManifestError`. */
export function verifySite(site: string): Verification {
  const files = openSiteFiles(site);
  const result: Verification = { files: 0, missing: [], extra: [], altered: [] };
  const manifest = readManifest(files, site);
  const expected = checksums(manifest);
  expected.set("manifest.json", sha256(files.read("manifest.json") ?? Buffer.alloc(0)));
  const hosts = new Map(manifest.hosts.map(({ file, sha256 }) => [file, sha256]));

  const left = new Set(files.names());
  for (const [file, sum] of [...expected, ...hosts]) {
    for (const [ending, decode] of expected.has(file) ? ENDINGS : ENDINGS.slice(0, 1)) {
      const name = file + ending;
      result.files += 1;
      const body = files.read(name); // asked for by name: a disk may hold two spellings that differ by case as one file
      left.delete(name);
      if (body === undefined) result.missing.push(name);
      else if (sumOf(body, decode) !== sum) result.altered.push(name);
    }
  }
  result.extra = [...left].sort();
  return result;
}

/** The names of all files of a site, compressed siblings and the manifest included. */
export function siteFileNames(manifest: Manifest): string[] {
  const files = [...checksums(manifest).keys(), "manifest.json"];
  const hosts = manifest.hosts.map(({ file }) => file);
  return [...files.flatMap((file) => ENDINGS.map(([ending]) => file + ending)), ...hosts];
}

const ENDINGS: [string, (body: Buffer) => Buffer][] = [
  ["", (body) => body],
  [".br", brotliDecompressSync],
  [".gz", gunzipSync],
];

/** Of everything that has compressed siblings, but for the manifest itself. */
function checksums({ documents, problems, pages }: Manifest): Map<string, string> {
  const sums = new Map<string, string>();
  for (const { spellings, sha256 } of documents)
    for (const spelling of spellings) sums.set(documentFile(spelling), sha256);
  for (const { file, sha256 } of [...problems, ...pages]) sums.set(file, sha256);
  return sums;
}

function sumOf(body: Buffer, decode: (body: Buffer) => Buffer): string | undefined {
  try {
    return sha256(decode(body));
  } catch {
    return undefined; // no valid compressed data
  }
}

function sha256(body: Buffer): string {
  return createHash("sha256").update(body).digest("hex");
}
