import type { Manifest } from "../schema/manifest.ts";
import { DECODERS, endingsOf, mostSiblingBytes, withSiblings } from "./codings.ts";
import { digestOf, sha256Of } from "./digest.ts";
import { SIGNATURE_FILE } from "./manifest-signature.ts";
import { listedFiles } from "./path-files.ts";
import { readManifest } from "./read-manifest.ts";
import { openSiteFiles, type SiteFiles } from "./site-files.ts";

/** How a site compares with its manifest. The lists of a good site are empty. */
type Verification = {
  files: number;
  missing: string[];
  /** Files that the manifest does not list, and everything that is not a regular file. */
  extra: string[];
  altered: string[];
};

/** Makes the files for hosts from a manifest, as this version of the program does. */
type MakeHostFiles = (manifest: Manifest) => readonly { file: string; body: string }[];

/**
 * Compares every file of a site, a folder or a tarball, with its manifest, and each compressed
 * sibling with its content. Files for hosts may also be those of `makeHostFiles`, since a mirror
 * makes them itself. Default: none. Throws `ManifestError`.
 */
export function verifySite(site: string, makeHostFiles: MakeHostFiles = () => []): Verification {
  const files = openSiteFiles(site);
  const manifest = readManifest(files, site);
  const result: Verification = { files: 0, missing: [], extra: [], altered: [] };
  const sumOf = rememberSums();

  const left = new Set(files.names());
  for (const [file, expected] of expectedFiles(files, manifest, makeHostFiles)) {
    for (const ending of endingsOf(file)) {
      const name = file + ending;
      // Read by name, since a disk may hold two spellings that differ by case as one file.
      const body = files.read(name, mostSiblingBytes(expected.mostBytes));
      left.delete(name);
      if (body === undefined && expected.isOptional) continue;
      result.files += 1;
      if (body === undefined) result.missing.push(name);
      else if (!expected.sums.includes(sumOf(body, ending) ?? "none")) result.altered.push(name);
    }
  }
  left.delete(SIGNATURE_FILE); // `verify --key` checks it
  const others = files.others().map(({ name, kind }) => `${name} (${kind})`);
  result.extra = [...left, ...others].sort();
  return result;
}

/** The names of all files of a site, compressed siblings and the manifest included. */
export function siteFileNames(manifest: Manifest): string[] {
  return withSiblings([...Array.from(listedFiles(manifest), ({ file }) => file), "manifest.json"]);
}

/** Every content of a site but its manifest, by the first of its files. */
export function listedContents({
  documents,
  problems,
  pages,
  hosts,
}: Manifest): { file: string; bytes: number; sha256: string }[] {
  return [...documents, ...problems, ...pages, ...hosts];
}

/** What a file may be. */
type Expected = { mostBytes: number; sums: string[]; isOptional: boolean };

function expectedFiles(
  files: SiteFiles,
  manifest: Manifest,
  makeHostFiles: MakeHostFiles,
): Map<string, Expected> {
  const own = digestOf(files.read("manifest.json") ?? Buffer.alloc(0));
  const expected = new Map<string, Expected>();
  for (const { file, bytes, sha256 } of [
    ...listedFiles(manifest),
    { file: "manifest.json", ...own },
  ])
    expected.set(file, { mostBytes: bytes, sums: [sha256], isOptional: false });

  // Another version of the program may have made other files for hosts.
  const made = makeHostFiles(manifest);
  for (const { file } of made.length === 0 ? [] : manifest.hosts)
    expected.set(file, { mostBytes: 0, sums: [], ...expected.get(file), isOptional: true });
  for (const { file, body } of made) {
    const { bytes, sha256 } = digestOf(Buffer.from(body));
    const { mostBytes = 0, sums = [] } = expected.get(file) ?? {};
    expected.set(file, {
      mostBytes: Math.max(bytes, mostBytes),
      sums: [...sums, sha256],
      isOptional: sums.length === 0,
    });
  }
  return expected;
}

/** Computes the checksum of a sibling's content. Equal siblings are decoded once. */
function rememberSums(): (body: Buffer, ending: string) => string | undefined {
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
    return undefined; // no whole compressed data
  }
}
