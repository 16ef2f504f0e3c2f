import { createRequire } from "node:module";
import { gzipSync } from "fflate";

let brotli: typeof import("brotli-wasm") | undefined;

/**
 * The package's ESM entry is for browsers and fetches its module; its CommonJS entry is the one for
 * Node. It is loaded when something is compressed: a server of siblings does without it.
 */
function loadBrotli(): typeof import("brotli-wasm") {
  brotli ??= createRequire(import.meta.url)("brotli-wasm") as typeof import("brotli-wasm");
  return brotli;
}

/**
 * Quality 5 of 11: 11 makes 10 to 15 % fewer bytes at twenty times the cost, 9 almost none fewer at
 * seven times.
 */
const BROTLI_QUALITY = 5;

/** Of 9, which makes 0.06 % fewer bytes at twice the cost. */
const GZIP_LEVEL = 6;

/** What the siblings are made with: the same text means the same bytes for the same content. */
export const COMPRESSION = [
  `brotli-wasm 3.0.1 quality ${BROTLI_QUALITY}`,
  `fflate 0.8.3 level ${GZIP_LEVEL}`,
].join(", ");

/**
 * Brotli, the same bytes on every machine: Node's own zlib, whose output differs between versions
 * of Node, is not used.
 */
export function compressBrotli(body: Uint8Array): Uint8Array {
  return loadBrotli().compress(body, { quality: BROTLI_QUALITY });
}

/** Gzip, the same bytes on every machine. */
export function compressGzip(body: Uint8Array): Uint8Array {
  return gzipSync(body, { level: GZIP_LEVEL, mtime: 0 });
}

/** The compressed siblings of a file, by ending. */
export function compress(body: Uint8Array): { br: Uint8Array; gz: Uint8Array } {
  return { br: compressBrotli(body), gz: compressGzip(body) };
}
