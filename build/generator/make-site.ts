import type { Manifest } from "../core/schema/manifest.ts";
import { type Content, Site } from "../core/site/site.ts";
import type { GameData } from "./data/game-data.ts";
import { referenceAsOf } from "./documents/contract.ts";
import { addProblems } from "./documents/not-found-files.ts";
import { hostFiles } from "./hosts/host-files.ts";
import { aboutSite, addDocuments, type SiteOptions } from "./make-documents.ts";
import { addDiscovery } from "./pages/discovery.ts";
import { addDocs } from "./pages/docs/docs.tsx";
import { addExplorer } from "./pages/explorer/explorer.ts";
import { addFeeds } from "./pages/feeds/feeds.ts";
import { addGuides } from "./pages/guides.tsx";
import { addStaticFiles, loadGuides } from "./pages/load-page-files.ts";
import { addPictures } from "./pages/pictures/pictures.ts";

/**
 * Makes the site of checked data, and returns its manifest. `add` gets each content as soon as it
 * is made, except the manifest.
 */
export function makeSite(
  data: GameData,
  options: SiteOptions,
  add: (content: Content) => void,
): Manifest {
  const { patch, baseUrl, assetsUrl, hasImages = false } = options;
  const reference = referenceAsOf(data, patch, options);
  const site = new Site(add);
  addDocuments(site, reference, options);
  const [newest] = reference.patches;
  const settings = {
    ...options,
    imageOrigin: hasImages ? new URL(assetsUrl).origin : undefined,
    state: newest && { newest, lastChecked: data.game.lastChecked },
  };
  const operations = addDocs(site, settings);
  site.forgetJson();
  if (!hasImages) addPictures(site, reference.full);
  addProblems(site, reference, baseUrl);
  const guides = addGuides(site, settings, loadGuides());
  const unlisted = addExplorer(site, reference.full, settings, [...operations, ...guides]);
  addStaticFiles(site);
  addFeeds(site, reference.full, baseUrl);
  addDiscovery(site, reference, { baseUrl, guides, unlisted });

  const about = aboutSite(data, options);
  for (const { file, body } of hostFiles(site.manifest(about))) site.addHostFile(file, body);
  return site.manifest(about);
}
