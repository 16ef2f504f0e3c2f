import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** More than any reader of a site should unfold. */
const ZEROS = Buffer.alloc(50_000_000);

/**
 * 50 MB of zeros as a body of some bytes, in Brotli, and of 50 kB, in gzip. Brotli's own default
 * quality would take seconds for the same few bytes.
 */
export const BOMBS: { br: Buffer; gzip: Buffer } = {
  br: brotliCompressSync(ZEROS, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: gzipSync(ZEROS),
};
