import { createRequire } from "node:module";
import { gzipSync } from "fflate";

// The package's ESM entry is for browsers and fetches its module; its CommonJS entry is the one for Node.
const brotli = createRequire(import.meta.url)("brotli-wasm") as typeof import("brotli-wasm");

/**
 * Quality 5 of 11: 11 makes 10 to 15 % fewer bytes at twenty times the cost, 9 almost none fewer at seven times.
 */
const BROTLI_QUALITY = 5;

/**
 * The compressed siblings of a file, by ending. Node's own zlib is not used because its output differs between
 * versions of Node; these two are pinned by the lock file and give the same bytes on every machine.
 */
export function compress(body: Uint8Array): { br: Uint8Array; gz: Uint8Array } {
  return {
    br: brotli.compress(body, { quality: BROTLI_QUALITY }),
    gz: gzipSync(body, { level: 9, mtime: 0 }),
  };
}
