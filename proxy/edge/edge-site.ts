import { LRUCache } from "lru-cache";
import { once } from "../../build/core/once.ts";
import type { PatchCollection } from "../../build/core/schema/answer-shapes.ts";
import type { Manifest } from "../../build/core/schema/manifest.ts";
import { ENDINGS } from "../../build/core/site/codings.ts";
import { sha256Of } from "../../build/core/site/digest.ts";
import { SIGNATURE_FILE } from "../../build/core/site/manifest-signature.ts";
import { encodePath } from "../../build/core/site/path-files.ts";
import { runSteps } from "../../build/core/site/steps.ts";
import { lookupKey } from "../../build/core/spelling/fold.ts";
import {
  addFilesBeside,
  type Catalog,
  type Content,
  type Documents,
  patchListOf,
  SiteError,
  servedContents,
  signatureDocument,
} from "../site/catalog.ts";
import {
  type Coding,
  documentOf,
  type Representation,
  type SiteDocument,
} from "../site/document.ts";
import { collectDirectories } from "../site/not-found.ts";

/** The files of the site, as they were deployed with the worker. */
export type Assets = { fetch: (url: string) => Promise<Response> };

/** The most bytes of bodies in memory. An isolate has 128 MB. */
const MAX_CACHED_BYTES = 32 * 1024 * 1024;

const NAME = "the deployed site";

/**
 * Creates the function that loads the site. A worker and its files are one version, so the site
 * never changes, and nothing of it is checked again. Requests that overlap at the start load it
 * each for itself. Contents are read when requests need them. Throws `SiteError`.
 */
export function createEdgeSite(assets: Assets): () => Promise<Catalog> {
  /** Reads a file. The names come from the site, not from requests. */
  const read: Read = async (file) => {
    const response = await assets.fetch(`https://assets.example/${encodePath(file)}`);
    if (response.status === 200) return Buffer.from(await response.arrayBuffer());
    await response.body?.cancel();
    return undefined;
  };
  let catalog: Catalog | undefined;
  return async () => {
    if (catalog !== undefined) return catalog;
    const [body, signature] = await Promise.all([read("manifest.json"), read(SIGNATURE_FILE)]);
    if (body === undefined) throw new SiteError(`${NAME} has no manifest`);
    const manifest = JSON.parse(`${body}`) as Manifest;
    const contents = servedContents(manifest, { bytes: body.length, sha256: sha256Of(body) });
    const patchList = await read(patchListOf(manifest, contents, NAME).file);
    catalog ??= createCatalog(
      manifest,
      documentsOf(contents, signature, read),
      JSON.parse(`${patchList}`) as PatchCollection,
    );
    return catalog;
  };
}

type Read = (file: string) => Promise<Buffer | undefined>;

/**
 * The catalog of documents by canonical path. Folding the other spellings and collecting the names
 * to suggest would take most of a start, so the first request that needs them does it.
 */
function createCatalog(
  manifest: Manifest,
  canonical: ReadonlyMap<string, SiteDocument>,
  patches: PatchCollection,
): Catalog {
  const everySpelling = once(() => withSpellings(manifest, canonical));
  const directories = once(() => runSteps(collectDirectories(manifest)));
  const documents: Documents = {
    get: (key) => canonical.get(key) ?? everySpelling().get(key),
    has: (key) => canonical.has(key) || everySpelling().has(key),
    [Symbol.iterator]: () => everySpelling()[Symbol.iterator](),
  };
  return {
    manifest,
    documents,
    patches,
    get directories() {
      return directories();
    },
  };
}

function withSpellings(
  manifest: Manifest,
  canonical: ReadonlyMap<string, SiteDocument>,
): ReadonlyMap<string, SiteDocument> {
  const all = new Map(canonical);
  for (const { path, spellings } of manifest.documents) {
    const document = canonical.get(path);
    if (document === undefined) continue;
    for (const spelling of spellings) all.set(lookupKey(spelling.slice(1).split("/")), document);
  }
  runSteps(addFilesBeside(manifest, all));
  return all;
}

/** The documents by canonical path. Their bodies are read when requests need them. */
function documentsOf(
  contents: readonly Content[],
  signature: Buffer | undefined,
  read: Read,
): ReadonlyMap<string, SiteDocument> {
  const cache = new LRUCache<string, Representation>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ body }) => body.length + 1,
  });
  const load = async (file: string, etag: string) => {
    const body = await read(file);
    if (body === undefined) throw new SiteError(`${file} is missing, but the manifest lists it`);
    cache.set(file, { body, etag });
    return { body, etag };
  };
  const documents = new Map<string, SiteDocument>();
  for (const content of contents) {
    const represent = (coding: Coding, etag: string) => {
      const file = content.file + ENDINGS[coding];
      return cache.get(file) ?? load(file, etag);
    };
    documents.set(content.path, documentOf(content, represent));
  }
  if (signature !== undefined) documents.set(`/${SIGNATURE_FILE}`, signatureDocument(signature));
  return documents;
}
