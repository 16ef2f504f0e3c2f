import { fchmodSync, fstatSync } from "node:fs";

/**
 * Keeps a secret that is about to be printed to its owner: where the output goes to a file, as with
 * `> key.txt`, nobody else can read that from now on.
 */
export function closeToOthers(output: number): void {
  const file = fstatSync(output);
  const isOurs = [file.uid, 0].includes(process.getuid?.() ?? 0);
  if (file.isFile() && isOurs) fchmodSync(output, 0o600);
}
