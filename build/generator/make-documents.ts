import type { Manifest } from "../core/schema/manifest.ts";
import { COMPRESSION } from "../core/site/codings.ts";
import { type Content, Site } from "../core/site/site.ts";
import type { GameData } from "./data/game-data.ts";
import { type Reference, referenceAsOf } from "./documents/contract.ts";
import { addDetails, addHistory } from "./documents/details.ts";
import { addLists } from "./documents/lists.ts";
import { addResources } from "./documents/resources.ts";
import { addGapsJson, addStatus, addWitnesses } from "./documents/status.ts";
import { addVocabulary } from "./documents/vocabulary.ts";
import type { Addresses } from "./full/full-game.ts";
import { addOpenApi } from "./openapi/openapi.ts";

/** Everything beside the data that the bytes of a site depend on. */
export type SiteOptions = Addresses & {
  /** Id of the patch to describe; one of `offeredPatches`. */
  patch: string;
  version: string;
  /** Address of the public data folder, to which pages link for corrections. Default: none. */
  repository?: string | undefined;
  /** Where personal API keys are issued. Default: nowhere. */
  keySettings?: string | undefined;
  /** What is served without a key. Default: `60 requests a minute`. */
  withoutKey?: string | undefined;
};

/** A site in memory. `textOf` gives a content by the file that the manifest lists. */
export type SiteInMemory = { manifest: Manifest; textOf: (file: string) => string };

/** The site of documents as of a patch, each of which is made when it is asked for. */
export function createDocuments(
  data: GameData,
  options: SiteOptions,
  add?: (content: Content) => void,
): Site {
  const site = new Site(add);
  addDocuments(site, referenceAsOf(data, options.patch, options), options);
  return site;
}

/** Adds all documents, and the files that the OpenAPI description quotes. */
export function addDocuments(
  site: Site,
  reference: Reference,
  { version, baseUrl }: SiteOptions,
): void {
  addResources(site, reference, version);
  addDetails(site, reference.full);
  addHistory(site, reference.full);
  addLists(site, reference.full);
  addVocabulary(site, reference.full);
  addGapsJson(site, reference.full);
  addWitnesses(site, reference.full);
  addStatus(site, reference.full);
  addOpenApi(site, reference, baseUrl);
}

/**
 * Makes the documents of a site in memory, in a fraction of the time of the whole site. The
 * manifest lists no problems, no pages for people and no files for hosts.
 */
export function documentsInMemory(data: GameData, options: SiteOptions): SiteInMemory {
  return keepContents((add) =>
    createDocuments(data, options, add).manifest(aboutSite(data, options)),
  );
}

/** What the manifest of a site says beside its files. */
export function aboutSite(
  { game }: GameData,
  { patch, version, baseUrl, assetsUrl }: SiteOptions,
): Parameters<Site["manifest"]>[0] {
  return { game: game.id, patch, version, baseUrl, assetsUrl, compression: COMPRESSION };
}

/** Keeps all contents of a site that `make` adds. */
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
