import type { Manifest } from "../schema/manifest.ts";
import { documentFile } from "./path-files.ts";

/** A file of a site, with the size and the checksum of its content. */
export type ListedFile = { file: string; bytes: number; sha256: string };

/** Every file that a manifest lists, one for each spelling of a document, without siblings. */
export function* listedFiles({
  documents,
  problems,
  pages,
  hosts,
}: Manifest): Generator<ListedFile> {
  for (const { spellings, bytes, sha256 } of documents)
    for (const spelling of spellings) yield { file: documentFile(spelling), bytes, sha256 };
  yield* problems;
  yield* pages;
  yield* hosts;
}
