import { LRUCache } from "lru-cache";
import type { Manifest } from "../../build/core/schema/manifest.ts";
import { MANIFEST_FORMAT } from "../../build/core/schema/manifest-format.ts";
import { decode } from "../../build/core/site/decode.ts";
import { sha256Of } from "../../build/core/site/digest.ts";
import { SIGNATURE_FILE } from "../../build/core/site/manifest-signature.ts";
import { parseJson } from "../../build/core/site/parse-json.ts";
import { ENDINGS, hasSiblings } from "../../build/core/site/siblings.ts";
import { runSteps } from "../../build/core/site/steps.ts";
import { lookupKey } from "../../build/core/spelling/fold.ts";
import {
  addDetailSpellings,
  type Catalog,
  type Content,
  type Documents,
  notFoundDetailsOf,
  patchListOf,
  SiteError,
  servedContents,
  signatureDocument,
} from "../site/catalog.ts";
import { type Coding, etagsOf, type Representation, type SiteDocument } from "../site/document.ts";
import { collectDirectories, type Directories } from "../site/not-found.ts";

/** The files of the site, as they were deployed with the worker. */
export type Assets = { fetch: (url: string) => Promise<Response> };

/** The most bytes of bodies in memory. An isolate has 128 MB. */
const MAX_CACHED_BYTES = 32 * 1024 * 1024;

const NAME = "the deployed site";

/**
 * Creates the function that loads the site. A worker and its files are one version, so the site
 * never changes. Requests that overlap at the start load it each for itself, but parse it once.
 * Contents are read when requests need them. Throws `SiteError`.
 */
export function createEdgeSite(assets: Assets): () => Promise<Catalog> {
  const read = createReader(assets);
  let manifest: Manifest | undefined;
  let catalog: Catalog | undefined;
  return async () => {
    if (catalog !== undefined) return catalog;
    const [body, signature] = await Promise.all([read("manifest.json"), read(SIGNATURE_FILE)]);
    if (body === undefined) throw new SiteError(`${NAME} has no manifest`);
    manifest ??= parseOwnManifest(body);
    const contents = servedContents(manifest, { bytes: body.length, sha256: sha256Of(body) });
    const patchList = await readContent(patchListOf(manifest, contents, NAME), "identity", read);
    catalog ??= catalogOf(manifest, {
      documents: withSpellings(manifest, documentsOf(contents, signature, read)),
      // It needs no schema: its checksum proves that it comes from the same build.
      patches: JSON.parse(`${patchList}`),
    });
    return catalog;
  };
}

type Read = (file: string) => Promise<Buffer | undefined>;

/** Creates a function that reads a file. The names come from the site, not from requests. */
function createReader(assets: Assets): Read {
  return async (file) => {
    const path = file.split("/").map(encodeURIComponent).join("/");
    const response = await assets.fetch(`https://assets.example/${path}`);
    if (response.status === 200) return Buffer.from(await response.arrayBuffer());
    await response.body?.cancel();
    return undefined;
  };
}

function catalogOf(manifest: Manifest, parts: Pick<Catalog, "documents" | "patches">): Catalog {
  let directories: Directories | undefined;
  return {
    ...parts,
    manifest,
    notFoundDetails: notFoundDetailsOf(manifest),
    get directories() {
      directories ??= runSteps(collectDirectories(manifest));
      return directories;
    },
  };
}

/** The documents by canonical path. */
function documentsOf(
  contents: readonly Content[],
  signature: Buffer | undefined,
  read: Read,
): ReadonlyMap<string, SiteDocument> {
  const cache = new LRUCache<string, Representation>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (representation) => representation.body.length + 1,
  });
  const documents = new Map<string, SiteDocument>();
  for (const content of contents) documents.set(content.path, assetDocument(content, read, cache));
  if (signature !== undefined) documents.set(`/${SIGNATURE_FILE}`, signatureDocument(signature));
  return documents;
}

/** The worker and the manifest come from one deployment, so the lists are not checked again. */
function parseOwnManifest(body: Buffer): Manifest {
  const value = parseJson(body);
  const isReadable =
    typeof value === "object" &&
    value !== null &&
    "format" in value &&
    value.format === MANIFEST_FORMAT &&
    "baseUrl" in value &&
    typeof value.baseUrl === "string";
  if (isReadable) return value as unknown as Manifest;
  throw new SiteError(`${NAME} has a manifest that this version does not read`);
}

/**
 * Documents by canonical path and by every other spelling. Folding thousands of spellings would
 * take most of a start, so the first request that needs them does it.
 */
function withSpellings(
  manifest: Manifest,
  canonical: ReadonlyMap<string, SiteDocument>,
): Documents {
  let all: ReadonlyMap<string, SiteDocument> | undefined;
  const every = () => {
    all ??= spelled(manifest, canonical);
    return all;
  };
  return {
    get: (key) => canonical.get(key) ?? every().get(key),
    has: (key) => canonical.has(key) || every().has(key),
    [Symbol.iterator]: () => every()[Symbol.iterator](),
  };
}

function spelled(
  manifest: Manifest,
  canonical: ReadonlyMap<string, SiteDocument>,
): Map<string, SiteDocument> {
  const all = new Map(canonical);
  for (const { path, spellings } of manifest.documents) {
    const document = canonical.get(path);
    if (document === undefined) continue;
    for (const spelling of spellings) all.set(lookupKey(spelling.slice(1).split("/")), document);
  }
  runSteps(addDetailSpellings(manifest, all));
  return all;
}

/** A document whose bodies are read when a request needs them. */
function assetDocument(
  content: Content,
  read: Read,
  cache: LRUCache<string, Representation>,
): SiteDocument {
  const { path, contentType, sha256 } = content;
  const etags = etagsOf(sha256);
  const load = async (coding: Coding, name: string): Promise<Representation> => {
    const representation = {
      body: await readContent(content, coding, read),
      etag: etags[coding],
    };
    cache.set(name, representation);
    return representation;
  };
  return {
    path,
    contentType,
    isCoded: hasSiblings(path),
    etag: (coding) => etags[coding],
    representation: (coding) => {
      const name = `${path} ${coding}`;
      return cache.get(name) ?? load(coding, name);
    },
  };
}

/** Reads a content in a coding, and checks it against the manifest. Throws `SiteError`. */
async function readContent(
  { file, bytes, sha256 }: Content,
  coding: Coding,
  read: Read,
): Promise<Buffer> {
  const body = await read(file + ENDINGS[coding]);
  if (body === undefined)
    throw new SiteError(`${file} is missing, but the manifest lists it`, file);
  if (holds(body, coding, bytes, sha256)) return body;
  throw new SiteError(`${file} does not match the manifest`, file);
}

function holds(body: Buffer, coding: Coding, bytes: number, sha256: string): boolean {
  try {
    return sha256Of(decode(coding, body, bytes)) === sha256;
  } catch {
    return false; // the compressed data are damaged
  }
}
