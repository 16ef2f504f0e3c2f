import { encodePath } from "../../core/fetch/encode-path.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * The percent-encoded paths whose answers differ between two built sites, and which a cache in
 * front of them must purge. Undefined where one side is not a built site.
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
