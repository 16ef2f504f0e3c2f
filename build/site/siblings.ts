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

/** Files, and their siblings. */
export function withSiblings(files: readonly string[]): string[] {
  return files.flatMap((file) => [...DECODERS.keys()].map((ending) => file + ending));
}

/** The most bytes that a sibling of a content may have: a tiny content may grow. */
export function mostSiblingBytes(bytes: number): number {
  return bytes + 1024;
}
