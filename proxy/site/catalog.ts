import type { PatchCollection } from "../../build/schema/answer-shapes.ts";
import type { Manifest } from "../../build/schema/manifest.ts";
import { SIGNATURE_FILE } from "../../build/site/minisign.ts";
import type { Steps } from "../../build/site/steps.ts";
import { lookupKey } from "../../build/spelling/fold.ts";
import type { SiteDocument } from "./document.ts";
import { documentInMemory, encodeNow } from "./document-in-memory.ts";
import type { Directories } from "./not-found.ts";
import { sha256Of } from "./sha256.ts";

/**
 * The closed set of what is served: every path that resolves, and what it answers with. Immutable.
 */
export type Catalog = {
  manifest: Manifest;
  /** By `lookupKey` of the decoded path. */
  documents: Documents;
  /** The patch list, newest first, for its filters. */
  patches: PatchCollection;
  /** Details of 404 problems, by the path of the directory they speak for. */
  notFoundDetails: ReadonlyMap<string, string>;
  /** What 404 problems suggest. */
  directories: Directories;
};

/** What a site answers with, by key. */
export type Documents = Pick<ReadonlyMap<string, SiteDocument>, "get" | "has"> &
  Iterable<[key: string, document: SiteDocument]>;

/** The site cannot be served; the message says what is wrong with it, `file` which file has it. */
export class SiteError extends Error {
  readonly file: string | undefined;

  constructor(message: string, file?: string) {
    super(message);
    this.file = file;
  }
}

/** One distinct content that a site answers with. */
export type Content = {
  path: string;
  file: string;
  bytes: number;
  sha256: string;
  contentType: string;
};

/**
 * Every content that has a path of its own, with all spellings of that path; `itself` is the
 * manifest's own content.
 */
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

/** The content that filters choose from. Throws `SiteError`. */
export function patchListOf<T extends { path: string }>(
  { game }: Manifest,
  contents: readonly T[],
  site: string,
): T {
  const patchList = contents.find(({ path }) => path === `/v1/${game}/patches`);
  if (patchList !== undefined) return patchList;
  throw new SiteError(`the manifest of ${site} lists no patch list; build the site again`);
}

/** Details of 404 problems, by the path of the directory they speak for. */
export function detailsOf({ problems }: Manifest): Map<string, string> {
  return new Map(problems.map(({ path, detail }) => [path, detail]));
}

/**
 * Details of a hero stand in one file, under the id: copies for every name would be as much as all
 * else of a site. Here every name of the hero leads to them, as it does under `/v1`.
 */
export function* addDetailSpellings(
  manifest: Manifest,
  documents: Map<string, SiteDocument>,
): Steps<void> {
  for (const { path, spellings } of manifest.documents) {
    const [, id] = /^\/v1\/[^/]+\/heroes\/([^/]+)$/.exec(path) ?? [];
    const details = documents.get(`/details/heroes/${id}.json`);
    if (details === undefined) continue;
    for (const spelling of spellings) {
      const name = spelling.slice(spelling.lastIndexOf("/") + 1);
      const key = lookupKey(["details", "heroes", `${name}.json`]);
      if (!documents.has(key)) documents.set(key, details);
      yield;
    }
  }
}

/** The signature is small, and asked for seldom. */
export function signatureDocument(body: Buffer): SiteDocument {
  const contentType = "text/plain; charset=utf-8";
  const about = { path: `/${SIGNATURE_FILE}`, contentType, sha256: sha256Of(body) };
  return documentInMemory(about, body, encodeNow);
}
