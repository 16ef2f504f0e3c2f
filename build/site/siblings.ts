import { brotliDecompressSync, gunzipSync } from "node:zlib";

/** What gives a content back, by the ending of the file: a content stands beside its two compressed siblings. */
export const DECODERS: ReadonlyMap<string, (body: Buffer) => Buffer> = new Map([
  ["", (body) => body],
  [".br", brotliDecompressSync],
  [".gz", gunzipSync],
]);

/** Files, and their siblings. */
export function withSiblings(files: readonly string[]): string[] {
  return files.flatMap((file) => [...DECODERS.keys()].map((ending) => file + ending));
}
