import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import * as z from "zod";
import { type PatchCollection, PatchCollectionSchema } from "../../build/schema/answers.ts";
import type { Manifest } from "../../build/schema/manifest.ts";
import { openSiteFiles, readManifest, type SiteFiles } from "../../build/site-files.ts";
import { lookupKey } from "../../build/spelling/fold.ts";
import { type Coding, etagOf, type Representation, type SiteDocument } from "./document.ts";

/** The closed set of what is served: every path that resolves, and what it answers with. Immutable. */
export type Catalog = {
  manifest: Manifest;
  /** By `lookupKey` of the decoded path. */
  documents: ReadonlyMap<string, SiteDocument>;
  /** The patch list, newest first, for its filters. */
  patches: PatchCollection;
  /** Details of 404 problems, by the path of the directory they speak for. */
  notFoundDetails: ReadonlyMap<string, string>;
};

/** The site cannot be served; the message says what is wrong with it. */
export class SiteError extends Error {}

/** Reads a site, a folder or a tarball, into memory, every body compared with the manifest's checksum. Throws `SiteError`. */
export function loadCatalog(site: string): Catalog {
  try {
    return catalogOf(openSiteFiles(site), site);
  } catch (error) {
    if (error instanceof SiteError || !(error instanceof Error)) throw error;
    throw new SiteError(error instanceof z.ZodError ? `${site} holds a patch list of another shape` : error.message);
  }
}

function catalogOf(files: SiteFiles, site: string): Catalog {
  const manifest = readManifest(files, site);
  const documents = new Map<string, SiteDocument>();
  for (const { path, spellings, file, sha256 } of manifest.documents) {
    const document = readDocument(files, { path, file, sha256, contentType: "application/json" });
    for (const spelling of spellings) documents.set(lookupKey(spelling.slice(1).split("/")), document);
  }
  for (const { path, type, file, sha256 } of manifest.pages) {
    documents.set(path, readDocument(files, { path, file, sha256, contentType: type }));
  }
  const body = readFile(files, "manifest.json");
  const itself = {
    path: "/manifest.json",
    file: "manifest.json",
    sha256: sha256Of(body),
    contentType: "application/json",
  };
  documents.set(itself.path, readDocument(files, itself));

  const notFoundDetails = new Map(
    manifest.problems.map(({ path, file, sha256 }) => [path, detailOf(verified(readFile(files, file), file, sha256))]),
  );
  const patchList = documents.get(`/v1/${manifest.game}/patches`);
  if (patchList === undefined) throw new SiteError(`the manifest of ${site} lists no patch list; build the site again`);
  const patches = PatchCollectionSchema.parse(
    JSON.parse(readFile(files, `${patchList.path.slice(1)}.json`).toString()),
  );
  return { manifest, documents, patches, notFoundDetails };
}

function readDocument(
  files: SiteFiles,
  about: { path: string; file: string; sha256: string; contentType: string },
): SiteDocument {
  const { path, file, sha256, contentType } = about;
  const read = (coding: Coding): Representation => {
    const { ending, decode } = SIBLINGS[coding];
    const body = readFile(files, file + ending);
    verified(decode(body), file + ending, sha256);
    return { body, etag: etagOf(sha256, coding) };
  };
  const representations = { br: read("br"), gzip: read("gzip"), identity: read("identity") };
  return { path, contentType, representation: (coding) => representations[coding] };
}

/** The content itself, if it is what the manifest says. */
function verified(content: Buffer, file: string, sha256: string): Buffer {
  if (sha256Of(content) === sha256) return content;
  throw new SiteError(`${file} is not what the manifest says; build the site again`);
}

const SIBLINGS: Record<Coding, { ending: string; decode: (body: Buffer) => Buffer }> = {
  identity: { ending: "", decode: (body) => body },
  br: { ending: ".br", decode: (body) => orEmpty(() => brotliDecompressSync(body)) },
  gzip: { ending: ".gz", decode: (body) => orEmpty(() => gunzipSync(body)) },
};

/** What does not decompress has no content, and so not the expected checksum. */
function orEmpty(decode: () => Buffer): Buffer {
  try {
    return decode();
  } catch {
    return Buffer.alloc(0);
  }
}

function readFile(files: SiteFiles, file: string): Buffer {
  const body = files.read(file);
  if (body === undefined) throw new SiteError(`${file} is missing, but the manifest lists it; build the site again`);
  return body;
}

function detailOf(problem: Buffer): string {
  const value: unknown = JSON.parse(problem.toString());
  const detail = typeof value === "object" && value !== null && "detail" in value ? value.detail : undefined;
  return typeof detail === "string" ? detail : "";
}

function sha256Of(body: Buffer): string {
  return createHash("sha256").update(body).digest("hex");
}
