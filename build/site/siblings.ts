import { type ContentCoding, decode } from "./decode.ts";

/** The ending that a file's name has in each coding: a content stands beside its siblings. */
export const ENDINGS: Readonly<Record<ContentCoding, string>> = {
  identity: "",
  br: ".br",
  gzip: ".gz",
};

/** What gives a content back, by the ending of the file. Each throws `DecodeError`. */
export const DECODERS: ReadonlyMap<string, (body: Buffer) => Buffer> = new Map([
  [ENDINGS.identity, (body) => decode("identity", body)],
  [ENDINGS.br, (body) => decode("br", body)],
  [ENDINGS.gzip, (body) => decode("gzip", body)],
]);

/** What is compressed as it is: siblings would be as large, so it has none. */
const COMPRESSED = /\.(ico|jpg|png|webp|woff2)$/;

/** Whether compressed siblings stand beside a file. */
export function hasSiblings(file: string): boolean {
  return !COMPRESSED.test(file);
}

/** The endings of a file and of its siblings. */
export function endingsOf(file: string): string[] {
  return hasSiblings(file) ? [...DECODERS.keys()] : [ENDINGS.identity];
}

/** Files, and their siblings. */
export function withSiblings(files: readonly string[]): string[] {
  return files.flatMap((file) => endingsOf(file).map((ending) => file + ending));
}

/** The most bytes that a sibling of a content may have: a tiny content may grow. */
export function mostSiblingBytes(bytes: number): number {
  return bytes + 1024;
}
