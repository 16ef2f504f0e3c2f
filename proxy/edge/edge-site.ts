import { LRUCache } from "lru-cache";
import type { PatchCollection } from "../../build/core/schema/answer-shapes.ts";
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
import { createSharedValue } from "./per-request.ts";

/** The files of the site, as they were deployed with the worker. */
export type Assets = { fetch: (url: string) => Promise<Response> };

/** The site of an isolate. */
export type EdgeSite = {
  current: () => Catalog;
  /** Loads the site again, unless it is another one than `stale` already. */
  replace: (stale: Catalog) => Promise<unknown>;
};

/** The most bytes of bodies in memory. An isolate has 128 MB. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/** Opens the site. Its contents are read only when requests need them. Throws `SiteError`. */
export async function openEdgeSite(assets: Assets): Promise<EdgeSite> {
  const read = readerOf(assets);
  const shared = createSharedValue(() => loadSite(read));
  const opened = await shared.load();
  return {
    current: () => shared.current() ?? opened,
    replace: shared.load,
  };
}

type Read = (file: string) => Promise<Buffer | undefined>;

/** Creates a function that reads a file. The names come from the site, not from requests. */
function readerOf(assets: Assets): Read {
  return async (file) => {
    const path = file.split("/").map(encodeURIComponent).join("/");
    const answer = await assets.fetch(`https://assets.example/${path}`);
    if (answer.status === 200) return Buffer.from(await answer.arrayBuffer());
    await answer.body?.cancel();
    return undefined;
  };
}

const NAME = "the deployed site";

async function loadSite(read: Read): Promise<Catalog> {
  const [body, signature] = await Promise.all([read("manifest.json"), read(SIGNATURE_FILE)]);
  if (body === undefined) throw new SiteError(`${NAME} has no manifest`);
  const manifest = parseOwnManifest(body);
  const contents = servedContents(manifest, { bytes: body.length, sha256: sha256Of(body) });
  const kept = new LRUCache<string, Representation>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: (representation) => representation.body.length + 1,
  });
  const canonical = new Map<string, SiteDocument>();
  for (const { spellings, ...content } of contents)
    canonical.set(content.path, assetDocument(content, read, kept));
  if (signature !== undefined) canonical.set(`/${SIGNATURE_FILE}`, signatureDocument(signature));
  const documents = withSpellings(manifest, canonical);

  // It needs no schema: its checksum proves that it comes from the same build.
  const patchList = await readContent(patchListOf(manifest, contents, NAME), "identity", read);
  const patches = JSON.parse(`${patchList}`) as PatchCollection;
  let directories: Directories | undefined;
  return {
    manifest,
    documents,
    notFoundDetails: notFoundDetailsOf(manifest),
    get directories() {
      directories ??= runSteps(collectDirectories(manifest));
      return directories;
    },
    patches,
  };
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
  kept: LRUCache<string, Representation>,
): SiteDocument {
  const { path, contentType, sha256 } = content;
  const etags = etagsOf(sha256);
  const load = async (coding: Coding, name: string): Promise<Representation> => {
    const representation = {
      body: await readContent(content, coding, read),
      etag: etags[coding],
    };
    kept.set(name, representation);
    return representation;
  };
  return {
    path,
    contentType,
    isCoded: hasSiblings(path),
    etag: (coding) => etags[coding],
    representation: (coding) => {
      const name = `${path} ${coding}`;
      return kept.get(name) ?? load(coding, name);
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
