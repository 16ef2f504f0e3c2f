import { createRequire } from "node:module";
import { gzipSync } from "fflate";

let brotli: typeof import("brotli-wasm") | undefined;

/**
 * Loads the package's CommonJS entry, since its ESM entry is for browsers. It is loaded when it is
 * first needed, because a server of compressed siblings does not need it.
 */
function loadBrotli(): typeof import("brotli-wasm") {
  brotli ??= createRequire(import.meta.url)("brotli-wasm") as typeof import("brotli-wasm");
  return brotli;
}

/**
 * From 0 to 11. Quality 11 saves 10 to 15 % of the bytes for twenty times the cost. Quality 9 saves
 * almost nothing for seven times the cost.
 */
const BROTLI_QUALITY = 5;

/** From 0 to 9. Level 9 saves 0.06 % of the bytes for twice the cost. */
const GZIP_LEVEL = 6;

/** What makes the siblings. The same text means the same bytes for the same content. */
export const COMPRESSION = [
  `brotli-wasm 3.0.1 quality ${BROTLI_QUALITY}`,
  `fflate 0.8.3 level ${GZIP_LEVEL}`,
].join(", ");

/**
 * Brotli, with the same bytes on every machine. Node's own zlib is not used, since its output
 * differs between versions of Node.
 */
export function compressBrotli(body: Uint8Array): Uint8Array {
  return loadBrotli().compress(body, { quality: BROTLI_QUALITY });
}

/** Gzip, with the same bytes on every machine. */
export function compressGzip(body: Uint8Array): Uint8Array {
  return gzipSync(body, { level: GZIP_LEVEL, mtime: 0 });
}

/** The compressed siblings of a file, by ending. */
export function compress(body: Uint8Array): { br: Uint8Array; gz: Uint8Array } {
  return { br: compressBrotli(body), gz: compressGzip(body) };
}
