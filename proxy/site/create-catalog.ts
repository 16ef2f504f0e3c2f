import * as z from "zod";
import { type PatchCollection, PatchCollectionSchema } from "../../build/schema/answer-shapes.ts";
import type { Manifest } from "../../build/schema/manifest.ts";
import { SIGNATURE_FILE } from "../../build/site/minisign.ts";
import { runWithPauses } from "../../build/site/steps.ts";
import { lookupKey } from "../../build/spelling/fold.ts";
import {
  addDetailSpellings,
  type Catalog,
  type Content,
  detailsOf,
  patchListOf,
  SiteError,
  type servedContents,
  signatureDocument,
} from "./catalog.ts";
import type { SiteDocument } from "./document.ts";
import { collectDirectories } from "./not-found.ts";

/** Where a site's contents come from. All of it agrees with the manifest, or is not given. */
export type ContentSource = {
  /** Called once for each content of the site. */
  document: (content: Content) => Promise<SiteDocument>;
  /** A content, for reading. */
  read: (content: Content) => Promise<Buffer>;
  /** Awaited between the steps of the work. */
  pause: () => Promise<void>;
};

/**
 * The catalog of a manifest, its contents taken from a source. Throws `SiteError`; `site` names the
 * site in it.
 */
export async function createCatalog(
  manifest: Manifest,
  contents: ReturnType<typeof servedContents>,
  source: ContentSource,
  site: string,
  signature: Buffer | undefined,
): Promise<Catalog> {
  const documents = new Map<string, SiteDocument>();
  for (const { spellings, ...content } of contents) {
    const document = await source.document(content);
    for (const spelling of spellings) {
      documents.set(lookupKey(spelling.slice(1).split("/")), document);
      await source.pause();
    }
  }
  await runWithPauses(addDetailSpellings(manifest, documents), source.pause);
  if (signature !== undefined) documents.set(`/${SIGNATURE_FILE}`, signatureDocument(signature));
  const patches = parsePatchList(await source.read(patchListOf(manifest, contents, site)), site);
  const notFoundDetails = detailsOf(manifest);
  const directories = await runWithPauses(collectDirectories(manifest), source.pause);
  return { manifest, documents, patches, notFoundDetails, directories };
}

function parsePatchList(body: Buffer, site: string): PatchCollection {
  try {
    return PatchCollectionSchema.parse(JSON.parse(body.toString()));
  } catch (error) {
    if (!(error instanceof z.ZodError || error instanceof SyntaxError)) throw error;
    throw new SiteError(`${site} holds a patch list of another shape`);
  }
}
