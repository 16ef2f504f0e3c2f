import { type ContentCoding, decode } from "./decode.ts";

/** The ending of a file's name in each coding. */
export const ENDINGS: Readonly<Record<ContentCoding, string>> = {
  identity: "",
  br: ".br",
  gzip: ".gz",
};

/** Functions that decode a file, by its ending. Each throws `DecodeError`. */
export const DECODERS: ReadonlyMap<string, (body: Buffer) => Buffer> = new Map([
  [ENDINGS.identity, (body) => decode("identity", body)],
  [ENDINGS.br, (body) => decode("br", body)],
  [ENDINGS.gzip, (body) => decode("gzip", body)],
]);

/** Formats that are compressed already. Their siblings would save nothing. */
const COMPRESSED = /\.(ico|jpg|png|webp|woff2)$/;

/** Whether compressed siblings stand beside a file. */
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
