import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
  type ZlibOptions,
} from "node:zlib";

/** The largest size of one file of a site, and of the content of a compressed file. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** The largest size of all files of a site, with a file for every spelling. */
export const MAX_SITE_BYTES = 1024 * 1024 * 1024;

/** The content codings that a site's contents come in (RFC 9110 §8.4). */
export const CODINGS = ["identity", "br", "gzip"] as const;

type ContentCoding = (typeof CODINGS)[number];

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

/** The ending of a file's name in each coding. */
export const ENDINGS = { identity: "", br: ".br", gzip: ".gz" } as const;

/** Functions that decode a file, by its ending. Each throws `DecodeError`. */
export const DECODERS: ReadonlyMap<string, (body: Buffer) => Buffer> = new Map(
  CODINGS.map((coding) => [ENDINGS[coding], (body: Buffer) => decode(coding, body)]),
);

/** Formats that are compressed already. Their siblings would save nothing. */
const COMPRESSED = /\.(ico|jpg|png|webp|woff2)$/;

/** Whether compressed siblings are stored beside a file. */
export function hasSiblings(file: string): boolean {
  return !COMPRESSED.test(file);
}

/** The endings of a file and of its siblings. */
export function endingsOf(file: string): string[] {
  return hasSiblings(file) ? [...DECODERS.keys()] : [ENDINGS.identity];
}

/** The files with their siblings. */
export function withSiblings(files: readonly string[]): string[] {
  return files.flatMap((file) => endingsOf(file).map((ending) => file + ending));
}

/** The largest size of a sibling, by the content's size. Compression can enlarge a tiny content. */
export function mostSiblingBytes(bytes: number): number {
  return bytes + 1024;
}

/**
 * From 0 to 11. Quality 11 saves 10 to 15 % of the bytes for twenty times the cost. Quality 9 saves
 * almost nothing for seven times the cost.
 */
const BROTLI_QUALITY = 5;

/** From 0 to 9. Level 9 saves 0.06 % of the bytes for twice the cost. */
const GZIP_LEVEL = 6;

/** How the siblings are made, as the manifest says it. */
export const COMPRESSION = `brotli ${BROTLI_QUALITY}, gzip ${GZIP_LEVEL}`;

/** The window of a decoder is no larger than the content (RFC 7932 §9.1: 16 bytes less than 2^n). */
function windowBits(bytes: number): number {
  return Math.min(22, Math.max(10, Math.ceil(Math.log2(bytes + 16))));
}

/** Compresses a body with brotli. Versions of Node may give other bytes, of the same content. */
export function compressBrotli(body: Uint8Array): Buffer {
  return brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_LGWIN]: windowBits(body.length),
    },
  });
}

/** Compresses a body with gzip. Versions of Node may give other bytes, of the same content. */
export function compressGzip(body: Uint8Array, level = GZIP_LEVEL): Buffer {
  return gzipSync(body, { level });
}

/** The bodies of a file and of its siblings, by ending. */
export function withCompressed(file: string, body: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const bodies = new Map<string, Uint8Array>([[ENDINGS.identity, body]]);
  if (!hasSiblings(file)) return bodies;
  return bodies.set(ENDINGS.br, compressBrotli(body)).set(ENDINGS.gzip, compressGzip(body));
}
