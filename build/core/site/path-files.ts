import type { Manifest } from "../schema/manifest.ts";

/**
 * The one rule of the site: the API path `/P` is the file `P.json`. The description's own path ends
 * in `.json` already.
 */
export function documentFile(path: string): string {
  return path.endsWith(".json") ? path.slice(1) : `${path.slice(1)}.json`;
}

/** The file of the problem that answers below a path. */
export function problemFile(path: string): string {
  return path === "/" ? "404.json" : `${path.slice(1)}/404.json`;
}

/** The file of a page for people. */
export function pageFile(path: string): string {
  return path === "/" ? "index.html" : `${path.slice(1)}.html`;
}

/** A decoded path as client libraries send it, with each segment percent-encoded as UTF-8. */
export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

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
