import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { hasSiblings } from "./siblings.ts";

/**
 * From 0 to 11. Quality 11 saves 10 to 15 % of the bytes for twenty times the cost. Quality 9 saves
 * almost nothing for seven times the cost.
 */
const BROTLI_QUALITY = 5;

/** From 0 to 9. Level 9 saves 0.06 % of the bytes for twice the cost. */
const GZIP_LEVEL = 6;

/** How the siblings are made, as the manifest says it. */
export const COMPRESSION = `brotli ${BROTLI_QUALITY}, gzip ${GZIP_LEVEL}`;

/** Compresses a body with brotli. Versions of Node may give other bytes, of the same content. */
export function compressBrotli(body: Uint8Array): Buffer {
  return brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

/** Compresses a body with gzip. Versions of Node may give other bytes, of the same content. */
export function compressGzip(body: Uint8Array, level = GZIP_LEVEL): Buffer {
  return gzipSync(body, { level });
}

/** The compressed siblings of a file, by ending. */
export function compress(body: Uint8Array): { br: Buffer; gz: Buffer } {
  return { br: compressBrotli(body), gz: compressGzip(body) };
}

/** The bodies of a file and of its siblings, by ending. */
export function withCompressed(file: string, body: Uint8Array): ReadonlyMap<string, Uint8Array> {
  if (!hasSiblings(file)) return new Map([["", body]]);
  const { br, gz } = compress(body);
  return new Map<string, Uint8Array>([
    ["", body],
    [".br", br],
    [".gz", gz],
  ]);
}
