import { encodePath } from "../fetch/encode-path.ts";
import type { Manifest } from "../schema/manifest.ts";
import type { Snapshot } from "./snapshot.ts";

/** The checksum of the answer at each path of a site: spellings, pages and the manifest. */
export function checksumsByPath({ documents, pages }: Manifest, manifestSum: string) {
  return new Map([
    ...documents.flatMap(({ spellings, sha256 }) =>
      spellings.map((path) => [path, sha256] as const),
    ),
    ...pages.map(({ path, sha256 }) => [path, sha256] as const),
    ["/manifest.json", manifestSum] as const,
  ]);
}

/**
 * The percent-encoded paths whose answers differ between two built sites, and which a cache in
 * front of them must purge. Undefined where one side is no built site.
 */
export function pathsToPurge(old: Snapshot, now: Snapshot): string[] | undefined {
  const [before, after] = [old.checksums, now.checksums];
  if (before === undefined || after === undefined) return undefined;
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths]
    .filter((path) => before.get(path) !== after.get(path))
    .map(encodePath)
    .sort();
}
