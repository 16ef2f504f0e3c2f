import { join } from "node:path";
import { readBrowserFiles } from "./browser-files.ts";
import { COMPRESSION, compress, withSiblings } from "./compress.ts";
import { sha256Of } from "./digest.ts";
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
  /** What gives the siblings of a content that the site before does not have. */
  complete?: (content: Content) => Content[];
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
  const { complete = withSiblings } = options;
  const { site, manifest } = siteInMemory(data, options);
  const manifestBody = Buffer.from(toJson(ManifestSchema, manifest));
  const contents: Content[] = [...site.contents(), { body: manifestBody, files: ["manifest.json"] }];
  refuseOtherFolders(options.out);
  removeLeftovers(options.out);
  const earlier = openEarlierSite(options.out);

  const whole = earlier.whole(manifestBody);
  const report: BuildReport = {
    patch: options.patch,
    urls: site.documents.reduce((sum, { spellings }) => sum + spellings.length, 0),
    documents: site.documents.length,
    files: 0,
    bytes: 0,
    isUnchanged: whole !== undefined,
    ...whole,
  };
  if (whole !== undefined) return report;
  const total = contents.reduce((sum, { files }) => sum + files.length, 0);
  let done = 0;
  const counted = function* (): Generator<Content> {
    for (const content of contents) {
      for (const written of earlier.find(content) ?? complete(content)) {
        report.files += written.files.length;
        report.bytes += written.files.length * written.body.length;
        yield written;
      }
      done += content.files.length;
      options.onProgress?.(done, total);
    }
  };
  writeSite(options.out, counted());
  return report;
}

/** The sites of several patches, each in the folder of its name below `out`. What one of them holds is neither compressed nor written for the next. */
export function* buildSites(
  data: GameData,
  patches: readonly string[],
  { out, ...options }: Omit<BuildOptions, "patch" | "complete">,
): Generator<BuildReport & { out: string }> {
  const compressed = new Map<string, ReturnType<typeof compress>>();
  let before: string | undefined;
  const complete = (content: Content): Content[] => {
    const key = sha256Of(content.body);
    const known = compressed.get(key);
    const siblings = known ?? compress(content.body);
    compressed.set(key, siblings);
    const contents = withSiblings(content, siblings);
    return contents.map((each) => (known === undefined || before === undefined ? each : { ...each, from: before }));
  };
  for (const patch of patches) {
    const folder = join(out, patch);
    yield { out: folder, ...buildSite(data, { ...options, patch, out: folder, complete }) };
    before = folder;
  }
}
