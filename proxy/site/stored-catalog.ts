import { brotliDecompressSync, gunzipSync, type ZlibOptions } from "node:zlib";
import { openSiteFilesInSteps, readManifest, type SiteFiles } from "../../build/site/site-files.ts";
import { type Catalog, type Content, contentsOf, createCatalog, SiteError } from "./catalog.ts";
import {
  type Compression,
  documentInMemory,
  type Encode,
  encodeNow,
} from "./document-in-memory.ts";
import { createPause } from "./pause.ts";
import { problemDetail } from "./problem-detail.ts";
import { sha256Of } from "./sha256.ts";

/**
 * Reads a site, a folder or a tarball, into memory, every content compared with the manifest's checksum; requests are
 * answered meanwhile. `onDamaged` is told of a compressed file that does not hold its content. Throws `SiteError`.
 */
export async function loadCatalog(
  site: string,
  onDamaged: (file: string) => void = () => {},
): Promise<Catalog> {
  try {
    return await catalogOf(await openSiteFilesInSteps(site), site, onDamaged);
  } catch (error) {
    if (error instanceof SiteError || !(error instanceof Error)) throw error;
    throw new SiteError(error.message);
  }
}

function catalogOf(
  files: SiteFiles,
  site: string,
  onDamaged: (file: string) => void,
): Promise<Catalog> {
  const manifest = readManifest(files, site);
  const body = readFile(files, "manifest.json");
  const contents = contentsOf(manifest, { bytes: body.length, sha256: sha256Of(body) });
  const pause = createPause();
  const read = async ({ file, sha256 }: { file: string; sha256: string }) => {
    await pause();
    return verified(readFile(files, file), file, sha256);
  };
  const source = {
    document: async (content: Content) =>
      documentInMemory(content, await read(content), readSiblings(files, content.file, onDamaged)),
    read,
    notFoundDetail: async (problem: { file: string; sha256: string }) =>
      problemDetail(await read(problem)),
  };
  return createCatalog(manifest, contents, source, site);
}

/** The content itself, if it is what the manifest says. */
function verified(content: Buffer, file: string, sha256: string): Buffer {
  if (sha256Of(content) === sha256) return content;
  throw new SiteError(`${file} is not what the manifest says; build the site again`);
}

const SIBLINGS: Record<
  Compression,
  { ending: string; decode: (body: Buffer, options: ZlibOptions) => Buffer }
> = {
  br: { ending: ".br", decode: brotliDecompressSync },
  gzip: { ending: ".gz", decode: gunzipSync },
};

/**
 * Reads what stands beside a file. Whether it holds the same content is found out when it is first asked for, as the
 * decoding of all of them took a sixth of the start; what is damaged is compressed anew.
 */
function readSiblings(files: SiteFiles, file: string, onDamaged: (file: string) => void): Encode {
  const read = (coding: Compression) => readFile(files, file + SIBLINGS[coding].ending);
  const stored = { br: read("br"), gzip: read("gzip") };
  return (body, coding) => {
    const { ending, decode } = SIBLINGS[coding];
    const options = { maxOutputLength: Math.max(1, body.length) }; // more than that is another content
    if (decodesTo(body, () => decode(stored[coding], options))) return stored[coding];
    onDamaged(file + ending);
    return encodeNow(body, coding);
  };
}

function decodesTo(body: Buffer, decode: () => Buffer): boolean {
  try {
    return decode().equals(body);
  } catch {
    return false; // no valid compressed data
  }
}

function readFile(files: SiteFiles, file: string): Buffer {
  const body = files.read(file);
  if (body === undefined)
    throw new SiteError(`${file} is missing, but the manifest lists it; build the site again`);
  return body;
}
