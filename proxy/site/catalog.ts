/*
 * What is served: every path that resolves, with its document (this file, document.ts), read from
 * a folder, a tarball (stored-catalog.ts) or an origin (origin-reader.ts), and replaced when it
 * changes (follow-site.ts). Filters, codings and the words of a 404 are beside it. Knows no
 * caller.
 */
import type { PatchCollection } from "../../build/core/schema/answer-shapes.ts";
import type { Manifest } from "../../build/core/schema/manifest.ts";
import { sha256Of } from "../../build/core/site/digest.ts";
import { SIGNATURE_FILE } from "../../build/core/site/manifest-signature.ts";
import { filesBeside } from "../../build/core/site/path-files.ts";
import type { Steps } from "../../build/core/site/steps.ts";
import { lookupKey } from "../../build/core/spelling/fold.ts";
import { documentInMemory, type SiteDocument } from "./document.ts";
import type { Directories } from "./not-found.ts";

/** The closed set of what is served: every path that resolves, with its document. Immutable. */
export type Catalog = {
  manifest: Manifest;
  /** The documents by the `lookupKey` of the decoded path. */
  documents: Documents;
  /** The patch list, newest first, for its filters. */
  patches: PatchCollection;
  /** The names that 404s suggest. */
  directories: Directories;
};

/** The documents of a site by key. */
export type Documents = Pick<ReadonlyMap<string, SiteDocument>, "get" | "has"> &
  Iterable<[key: string, document: SiteDocument]>;

/** The site cannot be served. The message says why. */
export class SiteError extends Error {}

/** A content that a site serves. */
export type Content = {
  path: string;
  file: string;
  bytes: number;
  sha256: string;
  contentType: string;
};

/** Every content with a path, and all spellings of the path. `itself` is the manifest's content. */
export function servedContents(
  manifest: Manifest,
  itself: Pick<Content, "bytes" | "sha256">,
): (Content & { spellings: string[] })[] {
  const contentType = "application/json";
  const path = "/manifest.json";
  return [
    ...manifest.documents.map((document) => ({ ...document, contentType })),
    ...manifest.pages.map(({ type, ...page }) => ({
      ...page,
      contentType: type,
      spellings: [page.path],
    })),
    { path, file: "manifest.json", ...itself, contentType, spellings: [path] },
  ];
}

/** The patch list, from which filters choose. Throws `SiteError` where there is none. */
export function patchListOf<T extends { path: string }>(
  { game }: Manifest,
  contents: readonly T[],
  site: string,
): T {
  const patchList = contents.find(({ path }) => path === `/v1/${game}/patches`);
  if (patchList !== undefined) return patchList;
  throw new SiteError(`the manifest of ${site} lists no patch list; build the site again`);
}

/** Adds the files beside the API under every name of their hero or map, as under `/v1`. */
export function* addFilesBeside(
  manifest: Manifest,
  documents: Map<string, SiteDocument>,
): Steps<void> {
  for (const { id, names, pathOf } of filesBeside(manifest)) {
    const document = documents.get(pathOf(id));
    if (document === undefined) continue;
    for (const name of names) {
      const key = lookupKey(pathOf(name).slice(1).split("/"));
      if (!documents.has(key)) documents.set(key, document);
      yield;
    }
  }
}

/** The document of the manifest's signature. */
export function signatureDocument(body: Buffer): SiteDocument {
  const contentType = "text/plain; charset=utf-8";
  const about = { path: `/${SIGNATURE_FILE}`, contentType, sha256: sha256Of(body) };
  return documentInMemory(about, body);
}
