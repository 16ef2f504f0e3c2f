import { brotliDecompressSync, gunzipSync, type ZlibOptions } from "node:zlib";

/** The largest size of one file of a site, and of the content of a compressed file. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** The largest size of all files of a site, with a file for every spelling. */
export const MAX_SITE_BYTES = 1024 * 1024 * 1024;

/** The content codings that a site's contents come in (RFC 9110 §8.4). */
export type ContentCoding = "identity" | "br" | "gzip";

/** A body is not a whole stream of its coding, has bytes after it, or decodes to too many bytes. */
export class DecodeError extends Error {}

/** Decodes a body. `maxBytes` limits the result. Throws `DecodeError`. */
export function decode(
  coding: ContentCoding,
  body: Buffer,
  maxBytes: number = MAX_FILE_BYTES,
): Buffer {
  if (coding === "identity") return body;
  const options = { maxOutputLength: Math.max(1, maxBytes), info: true };
  const { buffer, engine } = decompressed(coding, body, options);
  if (engine.bytesWritten === body.length) return buffer;
  throw new DecodeError(`${body.length - engine.bytesWritten} bytes follow the ${coding} stream`);
}

/** What Node returns with the option `info`. Its types leave this out. */
type Decompressed = { buffer: Buffer; engine: { bytesWritten: number } };

function decompressed(coding: "br" | "gzip", body: Buffer, options: ZlibOptions): Decompressed {
  const decompress = coding === "br" ? brotliDecompressSync : gunzipSync;
  try {
    return decompress(body, options) as unknown as Decompressed;
  } catch {
    throw new DecodeError(
      `it is not a ${coding} stream of at most ${options.maxOutputLength} bytes`,
    );
  }
}
