import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { openSiteFilesInSteps, readManifest, type SiteFiles } from "../../build/site-files.ts";
import { type Catalog, type Content, contentsOf, createCatalog, SiteError } from "./catalog.ts";
import { type Coding, etagOf, type Representation, type SiteDocument } from "./document.ts";
import { createPause } from "./pause.ts";
import { problemDetail } from "./problem-detail.ts";
import { sha256Of } from "./sha256.ts";

/**
 * Reads a site, a folder or a tarball, into memory, every body compared with the manifest's checksum; requests are
 * answered meanwhile. Throws `SiteError`.
 */
export async function loadCatalog(site: string): Promise<Catalog> {
  try {
    return await catalogOf(await openSiteFilesInSteps(site), site);
  } catch (error) {
    if (error instanceof SiteError || !(error instanceof Error)) throw error;
    throw new SiteError(error.message);
  }
}

function catalogOf(files: SiteFiles, site: string): Promise<Catalog> {
  const manifest = readManifest(files, site);
  const body = readFile(files, "manifest.json");
  const contents = contentsOf(manifest, { bytes: body.length, sha256: sha256Of(body) });
  const pause = createPause();
  const source = {
    document: async (content: Content) => {
      await pause();
      return readDocument(files, content);
    },
    read: async ({ file, sha256 }: Content) => {
      await pause();
      return verified(readFile(files, file), file, sha256);
    },
    notFoundDetail: async ({ file, sha256 }: { file: string; sha256: string }) => {
      await pause();
      return problemDetail(verified(readFile(files, file), file, sha256));
    },
  };
  return createCatalog(manifest, contents, source, site);
}

function readDocument(files: SiteFiles, { path, file, sha256, contentType }: Content): SiteDocument {
  const read = (coding: Coding): Representation => {
    const { ending, decode } = SIBLINGS[coding];
    const body = readFile(files, file + ending);
    verified(decode(body), file + ending, sha256);
    return { body, etag: etagOf(sha256, coding) };
  };
  const representations = { br: read("br"), gzip: read("gzip"), identity: read("identity") };
  return {
    path,
    contentType,
    etag: (coding) => representations[coding].etag,
    representation: (coding) => representations[coding],
  };
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
