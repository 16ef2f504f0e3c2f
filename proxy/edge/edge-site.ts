import { LRUCache } from "lru-cache";
import type { PatchCollection } from "../../build/schema/answer-shapes.ts";
import type { Manifest } from "../../build/schema/manifest.ts";
import { MANIFEST_FORMAT } from "../../build/schema/manifest-format.ts";
import { decode } from "../../build/site/decode.ts";
import { sha256Of } from "../../build/site/digest.ts";
import { SIGNATURE_FILE } from "../../build/site/manifest-signature.ts";
import { parseJson } from "../../build/site/parse-json.ts";
import { ENDINGS, hasSiblings } from "../../build/site/siblings.ts";
import { runSteps } from "../../build/site/steps.ts";
import { lookupKey } from "../../build/spelling/fold.ts";
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
import { type Coding, etagOf, type Representation, type SiteDocument } from "../site/document.ts";
import { collectDirectories, type Directories } from "../site/not-found.ts";
import { oneAtATime } from "../site/one-at-a-time.ts";
import type { RequestTarget } from "../site/request-target.ts";

/** The files of the site, as they were deployed with the worker. */
export type Assets = { fetch: (url: string) => Promise<Response> };

/** The site of an isolate. */
export type EdgeSite = {
  current: () => Catalog;
  /** Reads what has to be there before a target is answered. */
  prepare: (target: RequestTarget) => Promise<void> | undefined;
  /** Takes the site over anew, where another one stands in its place. */
  look: () => Promise<void>;
};

/** Bodies are kept in memory up to this many bytes, of the 128 MB that an isolate has. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/** Opens the site. Of its contents only those that are asked for are read. Throws `SiteError`. */
export async function openEdgeSite(assets: Assets): Promise<EdgeSite> {
  const read = readerOf(assets);
  let site = await loadSite(read);
  return {
    current: () => site.catalog,
    prepare: (target) => (site.needsPatches(target) ? site.loadPatches() : undefined),
    look: oneAtATime(async () => {
      site = await loadSite(read);
    }),
  };
}

type Read = (file: string) => Promise<Buffer | undefined>;

/** Names are those of the canonical files, which the site chose itself. */
function readerOf(assets: Assets): Read {
  return async (file) => {
    const path = file.split("/").map(encodeURIComponent).join("/");
    const answer = await assets.fetch(`https://assets.example/${path}`);
    if (answer.status === 200) return Buffer.from(await answer.arrayBuffer());
    await answer.body?.cancel();
    return undefined;
  };
}

type LoadedSite = {
  catalog: Catalog;
  needsPatches: (target: RequestTarget) => boolean;
  loadPatches: () => Promise<void>;
};

const NAME = "the deployed site";

async function loadSite(read: Read): Promise<LoadedSite> {
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

  const patchList = patchListOf(manifest, contents, NAME);
  let patches: PatchCollection | undefined;
  let directories: Directories | undefined;
  return {
    catalog: {
      manifest,
      documents,
      notFoundDetails: notFoundDetailsOf(manifest),
      get directories() {
        directories ??= runSteps(collectDirectories(manifest));
        return directories;
      },
      get patches() {
        if (patches === undefined)
          throw new Error("the patch list is loaded before it is filtered");
        return patches;
      },
    },
    needsPatches: ({ key, query }) =>
      patches === undefined && query !== "" && key === patchList.path,
    loadPatches: async () => {
      // It is of the build that this worker is of, or its checksum would be another.
      patches = JSON.parse(`${await readContent(patchList, "identity", read)}`) as PatchCollection;
    },
  };
}

/** The worker and the manifest are of one deployment, so its lists are not judged again. */
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
 * Documents by canonical paths, which are keys as they are, and by every other spelling. To fold
 * thousands of those is most of a start, so it is done for the first request that needs it.
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

/** A document whose bodies are read when they are asked for. */
function assetDocument(
  content: Content,
  read: Read,
  kept: LRUCache<string, Representation>,
): SiteDocument {
  const { path, contentType, sha256 } = content;
  const etags = {
    identity: etagOf(sha256, "identity"),
    gzip: etagOf(sha256, "gzip"),
    br: etagOf(sha256, "br"),
  };
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

/** A content in a coding, compared with the manifest's checksum. Throws `SiteError`. */
async function readContent(
  { file, bytes, sha256 }: Content,
  coding: Coding,
  read: Read,
): Promise<Buffer> {
  const body = await read(file + ENDINGS[coding]);
  if (body === undefined)
    throw new SiteError(`${file} is missing, but the manifest lists it`, file);
  if (holds(body, coding, bytes, sha256)) return body;
  throw new SiteError(`${file} is not what the manifest says`, file);
}

function holds(body: Buffer, coding: Coding, bytes: number, sha256: string): boolean {
  try {
    return sha256Of(decode(coding, body, bytes)) === sha256;
  } catch {
    return false; // no whole compressed data
  }
}
