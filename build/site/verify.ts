import type { Manifest } from "../schema/manifest.ts";
import { sha256Of } from "./digest.ts";
import { DECODERS, withSiblings } from "./siblings.ts";
import { documentFile } from "./site.ts";
import { openSiteFiles, readManifest } from "./site-files.ts";

/** What a site holds of what its manifest lists, and what is wrong with it; all lists empty for a good one. */
export type Verification = {
  files: number;
  bytes: number;
  missing: string[];
  extra: string[];
  altered: string[];
};

/** Compares every file of a site, a folder or a tarball, with its manifest, and the compressed siblings with what they stand beside. Throws `ManifestError`. */
export function verifySite(site: string): Verification {
  const files = openSiteFiles(site);
  const result: Verification = { files: 0, bytes: 0, missing: [], extra: [], altered: [] };
  const manifest = readManifest(files, site);
  const expected = checksums(manifest);
  expected.set("manifest.json", sha256Of(files.read("manifest.json") ?? Buffer.alloc(0)));
  const sumOf = createSums();

  const left = new Set(files.names());
  for (const [file, sum] of expected) {
    for (const ending of DECODERS.keys()) {
      const name = file + ending;
      result.files += 1;
      const body = files.read(name); // asked for by name: a disk may hold two spellings that differ by case as one file
      left.delete(name);
      result.bytes += body?.length ?? 0;
      if (body === undefined) result.missing.push(name);
      else if (sumOf(body, ending) !== sum) result.altered.push(name);
    }
  }
  result.extra = [...left].sort();
  return result;
}

/** The names of all files of a site, compressed siblings and the manifest included. */
export function siteFileNames(manifest: Manifest): string[] {
  return withSiblings([...checksums(manifest).keys(), "manifest.json"]);
}

/** Everything of a site but its manifest, each content by the first of its files. */
export function contentsOf({
  documents,
  problems,
  pages,
  hosts,
}: Manifest): { file: string; sha256: string }[] {
  return [...documents, ...problems, ...pages, ...hosts];
}

function checksums(manifest: Manifest): Map<string, string> {
  const sums = new Map(contentsOf(manifest).map(({ file, sha256 }) => [file, sha256]));
  for (const { spellings, sha256 } of manifest.documents)
    for (const spelling of spellings) sums.set(documentFile(spelling), sha256);
  return sums;
}

/** Checksums of what siblings hold. The spellings of a document have the same siblings, so each is decoded once. */
function createSums(): (body: Buffer, ending: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (body, ending) => {
    const key = sha256Of(body) + ending;
    if (!known.has(key)) known.set(key, decodedSum(body, ending));
    return known.get(key);
  };
}

function decodedSum(body: Buffer, ending: string): string | undefined {
  try {
    return sha256Of(DECODERS.get(ending)?.(body) ?? body);
  } catch {
    return undefined; // no valid compressed data
  }
}
