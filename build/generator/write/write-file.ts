import { writeFileSync } from "node:fs";

/**
 * Writes a file, whose descriptor may be given. The error of a full disk names the path, which Node
 * leaves out.
 */
export function writeFile(
  path: string,
  body: string | Uint8Array,
  descriptor: number | string = path,
): void {
  try {
    writeFileSync(descriptor, body);
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  }
}
