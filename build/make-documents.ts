import { type Evidence, evidenceOf } from "./data/evidence.ts";
import { type Addresses, type GameData, type Reference, referenceAsOf } from "./data/reference.ts";
import { addDetails } from "./pages/details-documents.ts";
import { addGapsJson } from "./pages/gaps-document.ts";
import { addOpenApi } from "./pages/openapi.ts";
import { addResources } from "./pages/resources.ts";
import { addVocabulary } from "./pages/vocabulary-documents.ts";
import type { Manifest } from "./schema/manifest.ts";
import { COMPRESSION } from "./site/compress.ts";
import { type Content, Site } from "./site/site.ts";

/** What decides, beside the data, about every byte of a site. */
export type SiteOptions = Addresses & {
  /** Id of the patch to describe; one of `offeredPatches`. */
  patch: string;
  version: string;
  /** Address of the folder of the data where corrections are made; pages link to it. */
  repository?: string | undefined;
  /** Where personal API keys are issued; undefined where this deployment issues none. */
  keySettings?: string | undefined;
};

/** `textOf` gives a content by the first of its files, as the manifest lists it. */
export type SiteInMemory = { manifest: Manifest; textOf: (file: string) => string };

/** Everything that the manifest lists as a document, and the files that the description quotes. */
export function addDocuments(
  site: Site,
  reference: Reference,
  evidence: Evidence,
  { version, baseUrl }: SiteOptions,
): void {
  addResources(site, reference, version);
  addDetails(site, reference);
  addVocabulary(site, reference);
  addGapsJson(site, evidence);
  addOpenApi(site, reference, baseUrl);
}

/**
 * Makes the documents of a site and keeps them: the same as in the whole site, in a fraction of the
 * time. Its manifest lists no problem, page for people or host file.
 */
export function documentsInMemory(data: GameData, options: SiteOptions): SiteInMemory {
  const { patch, version, baseUrl, assetsUrl } = options;
  return keepContents((add) => {
    const site = new Site(add);
    addDocuments(site, referenceAsOf(data, patch, options), evidenceOf(data, patch), options);
    const { id: game } = data.game;
    const about = { game, patch, version, baseUrl, assetsUrl, compression: COMPRESSION };
    return site.manifest(about);
  });
}

/** Keeps the contents of what is made. */
export function keepContents(make: (add: (content: Content) => void) => Manifest): SiteInMemory {
  const bodies = new Map<string, Uint8Array>();
  const manifest = make(({ body, files: [file = ""] }) => bodies.set(file, body));
  const textOf = (file: string) => {
    const body = bodies.get(file);
    if (body === undefined) throw new Error(`the site has no file ${file}`);
    return Buffer.from(body).toString();
  };
  return { manifest, textOf };
}
