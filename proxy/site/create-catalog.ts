import * as z from "zod";
import { type PatchCollection, PatchCollectionSchema } from "../../build/schema/answer-shapes.ts";
import type { Manifest } from "../../build/schema/manifest.ts";
import { SIGNATURE_FILE } from "../../build/site/manifest-signature.ts";
import { runWithPauses } from "../../build/site/steps.ts";
import { lookupKey } from "../../build/spelling/fold.ts";
import {
  addDetailSpellings,
  type Catalog,
  type Content,
  notFoundDetailsOf,
  patchListOf,
  SiteError,
  type servedContents,
  signatureDocument,
} from "./catalog.ts";
import type { SiteDocument } from "./document.ts";
import { collectDirectories } from "./not-found.ts";

/** Gives the contents of a site. All of them agree with the manifest. */
export type ContentSource = {
  /** Called once for each content of the site. */
  document: (content: Content) => Promise<SiteDocument>;
  /** Reads a content. */
  read: (content: Content) => Promise<Buffer>;
  /** Awaited between the steps of the work. */
  pause: () => Promise<void>;
};

/**
 * Creates the catalog of a manifest with the contents of a source. Throws `SiteError`, whose
 * message names `site`.
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
  const notFoundDetails = notFoundDetailsOf(manifest);
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
