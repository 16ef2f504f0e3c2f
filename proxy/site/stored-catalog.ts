import type { PatchCollection } from "../../build/core/schema/answer-shapes.ts";
import { decode, ENDINGS, hasSiblings, mostSiblingBytes } from "../../build/core/site/codings.ts";
import { sha256Of } from "../../build/core/site/digest.ts";
import { MAX_SIGNATURE_BYTES, SIGNATURE_FILE } from "../../build/core/site/manifest-signature.ts";
import { readManifestInSteps } from "../../build/core/site/read-manifest.ts";
import { openSiteFilesInSteps, type SiteFiles } from "../../build/core/site/site-files.ts";
import { createPause, runWithPauses } from "../../build/core/site/steps.ts";
import { lookupKey } from "../../build/core/spelling/fold.ts";
import {
  addFilesBeside,
  type Catalog,
  type Content,
  patchListOf,
  SiteError,
  servedContents,
  signatureDocument,
} from "./catalog.ts";
import {
  type Compression,
  documentInMemory,
  type Encode,
  encode,
  type SiteDocument,
} from "./document.ts";
import { collectDirectories } from "./not-found.ts";

/**
 * Reads a site, a folder or a tarball, into memory, and verifies every checksum. Requests are
 * answered meanwhile. `onDamaged` (default: nothing) is called for a compressed file that does not
 * hold its content. Throws `SiteError`.
 */
export async function loadCatalog(
  site: string,
  onDamaged?: (file: string) => void,
): Promise<Catalog> {
  try {
    return await catalogOf(await runWithPauses(openSiteFilesInSteps(site)), site, onDamaged);
  } catch (error) {
    if (error instanceof SiteError || !(error instanceof Error)) throw error;
    throw new SiteError(error.message);
  }
}

/** The catalog of a site's files, with every checksum verified. Throws `SiteError`. */
export async function catalogOf(
  files: SiteFiles,
  site: string,
  onDamaged: (file: string) => void = () => {},
): Promise<Catalog> {
  const pause = createPause();
  const manifest = await runWithPauses(readManifestInSteps(files, site), pause);
  const body = readFile(files, "manifest.json");
  const contents = servedContents(manifest, { bytes: body.length, sha256: sha256Of(body) });
  const signature = files.read(SIGNATURE_FILE, MAX_SIGNATURE_BYTES);
  const read = async ({ file, bytes, sha256 }: Pick<Content, "file" | "bytes" | "sha256">) => {
    await pause();
    const content = readFile(files, file, bytes);
    if (sha256Of(content) === sha256) return content;
    throw new SiteError(`${file} does not match the manifest; build the site again`);
  };
  if (files.hasSiblings) for (const problem of manifest.problems) await read(problem);
  const documents = new Map<string, SiteDocument>();
  for (const { spellings, ...content } of contents) {
    const encoded =
      files.hasSiblings && hasSiblings(content.file)
        ? readSiblings(files, content, onDamaged)
        : encode;
    const document = documentInMemory(content, await read(content), encoded);
    for (const spelling of spellings) {
      documents.set(lookupKey(spelling.slice(1).split("/")), document);
      await pause();
    }
  }
  await runWithPauses(addFilesBeside(manifest, documents), pause);
  if (signature !== undefined) documents.set(`/${SIGNATURE_FILE}`, signatureDocument(signature));
  const patchList = await read(patchListOf(manifest, contents, site));
  const patches = JSON.parse(patchList.toString()) as PatchCollection;
  const directories = await runWithPauses(collectDirectories(manifest), pause);
  return { manifest, documents, patches, directories };
}

/**
 * Reads the siblings of a file. Each is verified when it is first wanted, since decoding all of
 * them took a sixth of the start. A damaged one is compressed again.
 */
function readSiblings(
  files: SiteFiles,
  { file, bytes }: Content,
  onDamaged: (file: string) => void,
): Encode {
  const read = (coding: Compression) =>
    readFile(files, file + ENDINGS[coding], mostSiblingBytes(bytes));
  const stored = { br: read("br"), gzip: read("gzip") };
  return (body, coding) => {
    if (decodesTo(body, coding, stored[coding])) return stored[coding];
    onDamaged(file + ENDINGS[coding]);
    return encode(body, coding);
  };
}

function decodesTo(body: Buffer, coding: Compression, coded: Buffer) {
  try {
    return decode(coding, coded, body.length).equals(body);
  } catch {
    return false; // no whole compressed data
  }
}

function readFile(files: SiteFiles, file: string, mostBytes?: number) {
  const body = files.read(file, mostBytes);
  if (body !== undefined) return body;
  throw new SiteError(`${file} is missing, but the manifest lists it; build the site again`);
}
