import { type Evidence, evidenceOf } from "./data/evidence.ts";
import { type Addresses, type GameData, type Reference, referenceAsOf } from "./data/reference.ts";
import { hostFiles } from "./hosts/host-files.ts";
import { readWorkerProgram } from "./hosts/worker-program.ts";
import { addCalendar } from "./pages/calendar.ts";
import { addDetails } from "./pages/details-documents.ts";
import { addDiscovery } from "./pages/discovery.ts";
import { addDocs } from "./pages/docs/docs.tsx";
import { addExplorer, UNLISTED_PAGES } from "./pages/explorer/explorer.ts";
import { type Outline, outlineOf } from "./pages/explorer/outline.ts";
import { addFeeds } from "./pages/feeds.ts";
import { addGapsJson } from "./pages/gaps.tsx";
import { addGuides } from "./pages/guides.tsx";
import { toJson } from "./pages/json.ts";
import { addProblems } from "./pages/not-found-files.ts";
import { addOpenApi } from "./pages/openapi.ts";
import { loadBrowserFiles, loadGuides } from "./pages/page-sources.ts";
import { addPictures } from "./pages/pictures/pictures.ts";
import { addResources } from "./pages/resources.ts";
import { addStatus } from "./pages/status.ts";
import { addVocabulary } from "./pages/vocabulary-documents.ts";
import { type Manifest, ManifestSchema } from "./schema/manifest.ts";
import { COMPRESSION } from "./site/compress.ts";
import { type Content, Site, singleFile } from "./site/site.ts";
import { type Written, writeSite } from "./write/write-site.ts";

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

export type BuildOptions = SiteOptions & {
  /** Where the site is put; what stands there is replaced at the end. */
  out: string;
  /** Another site, which may hold what the one at `out` does not. */
  from?: string | undefined;
  /**
   * Called while contents are made and written, with how many files there are by now, not counting
   * siblings.
   */
  onProgress?: (files: number) => void;
};

/** What a build did. */
export type BuildReport = Written & { patch: string; urls: number; documents: number };

/** `textOf` gives a content by the first of its files, as the manifest lists it. */
export type SiteInMemory = { manifest: Manifest; textOf: (file: string) => string };

/**
 * Makes the site of checked data. `add` gets each content as soon as it is made; the manifest is
 * none of them.
 */
export function makeSite(
  data: GameData,
  options: SiteOptions,
  add: (content: Content) => void,
): Manifest {
  const {
    patch,
    version,
    baseUrl,
    assetsUrl,
    hasImages = false,
    repository,
    keySettings,
  } = options;
  const reference = referenceAsOf(data, patch, { baseUrl, assetsUrl, hasImages });

  const evidence = evidenceOf(data, patch);
  const outlines: Outline[] = [];
  const site = new Site((content) => {
    const [file = ""] = content.files;
    if (/^(guides|docs)(\/.+)?\.html$/.test(file))
      outlines.push(outlineOf(`/${file.replace(/\.html$/, "")}`, `${Buffer.from(content.body)}`));
    add(content);
  });
  addDocuments(site, reference, evidence, options);
  const frame = { baseUrl, imageOrigin: undefined };
  addDocs(site, frame, keySettings);
  site.forgetJson();
  if (!hasImages) addPictures(site, reference, data);
  addProblems(site, reference, baseUrl);
  addGuides(site, reference, frame, loadGuides(), keySettings);
  addExplorer(
    site,
    reference,
    data,
    { baseUrl, assetsUrl, hasImages, version, evidence, repository },
    loadBrowserFiles(),
    outlines,
  );
  addFeeds(site, reference, baseUrl, evidence);
  addCalendar(site, reference, baseUrl);
  addStatus(site, reference, data);
  addDiscovery(site, reference, baseUrl, UNLISTED_PAGES);

  const about = {
    game: data.game.id,
    patch,
    version,
    baseUrl,
    assetsUrl,
    compression: COMPRESSION,
  };
  for (const { file, body } of hostFiles(site.manifest(about), readWorkerProgram()))
    site.addHostFile(file, body);
  return site.manifest(about);
}

/** Everything that the manifest lists as a document, and the files that the description quotes. */
function addDocuments(
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

/** Makes the site of checked data and keeps it. */
export function siteInMemory(data: GameData, options: SiteOptions): SiteInMemory {
  return keep((add) => makeSite(data, options, add));
}

/**
 * Makes the documents of a site and keeps them: the same as in the whole site, in a fraction of the
 * time. Its manifest lists no problem, page for people or host file.
 */
export function documentsInMemory(data: GameData, options: SiteOptions): SiteInMemory {
  const { patch, version, baseUrl, assetsUrl } = options;
  return keep((add) => {
    const site = new Site(add);
    addDocuments(site, referenceAsOf(data, patch, options), evidenceOf(data, patch), options);
    const { id: game } = data.game;
    const about = { game, patch, version, baseUrl, assetsUrl, compression: COMPRESSION };
    return site.manifest(about);
  });
}

function keep(make: (add: (content: Content) => void) => Manifest): SiteInMemory {
  const bodies = new Map<string, Uint8Array>();
  const manifest = make(({ body, files: [file = ""] }) => bodies.set(file, body));
  const textOf = (file: string) => {
    const body = bodies.get(file);
    if (body === undefined) throw new Error(`the site has no file ${file}`);
    return Buffer.from(body).toString();
  };
  return { manifest, textOf };
}

/**
 * The whole way from checked data to a site on disk. The same data, patch, version and addresses
 * give the same bytes.
 */
export function buildSite(
  data: GameData,
  { out, from, onProgress, ...options }: BuildOptions,
): BuildReport {
  const report = { patch: options.patch, urls: 0, documents: 0 };
  let made = 0;
  const written = writeSite(
    out,
    (add) => {
      const manifest = makeSite(data, options, (content) => {
        add(content);
        made += content.files.length;
        onProgress?.(made);
      });
      add(singleFile("manifest.json", Buffer.from(toJson(ManifestSchema, manifest))));
      report.documents = manifest.documents.length;
      report.urls = manifest.documents.reduce((sum, { spellings }) => sum + spellings.length, 0);
    },
    { from },
  );
  return { ...report, ...written };
}
