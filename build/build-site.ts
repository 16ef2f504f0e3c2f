import { readBrowserFiles } from "./browser-files.ts";
import { COMPRESSION, withSiblings } from "./compress.ts";
import { openEarlierSite } from "./earlier-site.ts";
import { hostFiles } from "./hosts/host-files.ts";
import { loadPageSources } from "./page-sources.ts";
import { addDocs } from "./pages/docs.ts";
import { addExplorer } from "./pages/explorer/explorer.ts";
import { addFeeds } from "./pages/feeds.ts";
import { addGuides } from "./pages/guides.ts";
import { toJson } from "./pages/json.ts";
import { addOpenApi } from "./pages/openapi.ts";
import { addProblems } from "./pages/problems.ts";
import { addResources } from "./pages/resources.ts";
import { addStatus } from "./pages/status.ts";
import { addVocabulary } from "./pages/vocabulary.ts";
import { type Addresses, type GameData, referenceAsOf } from "./reference.ts";
import { type Manifest, ManifestSchema } from "./schema/manifest.ts";
import { Site } from "./site.ts";
import { type Content, refuseOtherFolders, removeLeftovers, writeSite } from "./write.ts";

/** What decides, beside the data, about every byte of a site. */
export type SiteOptions = Addresses & {
  /** Id of the patch to describe; one of `offeredPatches`. */
  patch: string;
  version: string;
  /** Whether the pages show the game's pictures, which the operator then provides below `assetsUrl`. */
  hasImages?: boolean;
};

export type BuildOptions = SiteOptions & {
  /** Where the site is put; what stands there is replaced at the end. */
  out: string;
  /** Called while contents are compressed and written. */
  onProgress?: (done: number, total: number) => void;
};

/** What a build did. `isUnchanged`: the very site stood there already, and was left as it is. */
export type BuildReport = {
  patch: string;
  urls: number;
  documents: number;
  files: number;
  bytes: number;
  isUnchanged: boolean;
};

/** The site of checked data, and its manifest. */
export function siteInMemory(data: GameData, options: SiteOptions): { site: Site; manifest: Manifest } {
  const { patch, version, baseUrl, assetsUrl, hasImages = false } = options;
  const reference = referenceAsOf(data, patch, { baseUrl, assetsUrl });
  const site = new Site();
  addResources(site, reference, version);
  addVocabulary(site, reference);
  addOpenApi(site, reference, baseUrl);
  addProblems(site, reference, baseUrl);
  addExplorer(site, reference, { baseUrl, assetsUrl, hasImages }, readBrowserFiles());
  const { viewer, guides } = loadPageSources();
  addDocs(site, viewer);
  addGuides(site, reference, baseUrl, guides);
  addFeeds(site, reference, baseUrl);
  addStatus(site, reference, data);

  const about = { game: data.game.id, patch, version, baseUrl, assetsUrl, compression: COMPRESSION };
  for (const { file, body } of hostFiles(site.manifest(about))) site.addHostFile(file, body);
  return { site, manifest: site.manifest(about) };
}

/** The whole way from checked data to a site on disk. The same data, patch, version and addresses give the same bytes. */
export function buildSite(data: GameData, options: BuildOptions): BuildReport {
  const { site, manifest } = siteInMemory(data, options);
  const manifestBody = Buffer.from(toJson(ManifestSchema, manifest));
  const contents: Content[] = [...site.contents(), { body: manifestBody, files: ["manifest.json"] }];
  refuseOtherFolders(options.out);
  removeLeftovers(options.out);
  const earlier = openEarlierSite(options.out);

  const report: BuildReport = {
    patch: options.patch,
    urls: site.documents.reduce((sum, { spellings }) => sum + spellings.length, 0),
    documents: site.documents.length,
    files: 0,
    bytes: 0,
    isUnchanged: earlier.is(manifestBody),
  };
  const total = contents.reduce((sum, { files }) => sum + files.length, 0);
  let done = 0;
  const counted = function* (): Generator<Content> {
    for (const content of contents) {
      for (const written of earlier.find(content) ?? withSiblings(content)) {
        report.files += written.files.length;
        report.bytes += written.files.length * written.body.length;
        yield written;
      }
      done += content.files.length;
      options.onProgress?.(done, total);
    }
  };
  if (report.isUnchanged) count(counted());
  else writeSite(options.out, counted());
  return report;
}

/** Goes through contents that are all there already. */
function count(contents: Iterable<Content>): void {
  for (const _ of contents);
}
