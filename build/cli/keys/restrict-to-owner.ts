import { fchmodSync, fstatSync } from "node:fs";

/**
 * Restricts an output to its owner before a secret is printed. Where the output is a file, as with
 * `> key.txt`, nobody else can read it from now on.
 */
export function restrictToOwner(output: number): void {
  const file = fstatSync(output);
  const isOurs = [file.uid, 0].includes(process.getuid?.() ?? 0);
  if (file.isFile() && isOurs) fchmodSync(output, 0o600);
}
