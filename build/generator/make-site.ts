import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../core/package.ts";
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
import { readFacts } from "./pages/facts.ts";
import { addFeeds } from "./pages/feeds/feeds.ts";
import { addGuides, GUIDES, type GuideSource } from "./pages/guides.tsx";
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
  const about = aboutSite(data, options);
  const site = createSite(data, options, add);
  for (const { file, body } of hostFiles(site.manifest(about))) site.addHostFile(file, body);
  return site.manifest(about);
}

/** Creates a site without its files for hosts. Each file is made when it is asked for. */
export function createSite(
  data: GameData,
  options: SiteOptions,
  add?: (content: Content) => void,
): Site {
  const site = new Site(add);
  const reference = referenceAsOf(data, options.patch, options);
  addDocuments(site, reference, options);
  addProblems(site, reference, options.baseUrl);
  addPages(site, options);
  return site;
}

/** Adds the pages of a site, which read its documents. */
export function addPages(site: Site, options: SiteOptions): void {
  const facts = readFacts((path) => site.documentAt(path), options);
  const [newest] = facts.patchList;
  const settings = {
    ...options,
    state: newest && { newest, lastChecked: facts.game.lastChecked },
  };
  const operations = addDocs(site, settings);
  if (!options.hasImages) addPictures(site, facts);
  const guides = addGuides(site, settings, loadGuides());
  addExplorer(site, facts, settings, () => [...operations(), ...guides()]);
  addStaticFiles(site);
  addFeeds(site, facts);
  addDiscovery(site, facts, guides);
}

/** The guides in Markdown. They come with the package. */
export function loadGuides(): GuideSource[] {
  return GUIDES.map((id) => ({
    id,
    markdown: readFileSync(join(PACKAGE_ROOT, "build/generator/pages/guides", `${id}.md`), "utf8"),
  }));
}

/** Icons, and the picture that messages show for a link. */
const STATIC_FILES = ["favicon.svg", "apple-touch-icon.png", "preview.png"];

/** The style and the scripts of the pages. `npm run compile` makes them. */
const BROWSER_FILES = [
  "style.css",
  "theme.js",
  "site.js",
  "filter.js",
  "compare.js",
  "compare-heroes.js",
  "check.js",
  "check-worker.js",
  "run.js",
  "search.js",
  "answers.js",
  "values.js",
  "hero.js",
];

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  png: "image/png",
  svg: "image/svg+xml",
};

/** Adds the files that are the same for every site. They come with the package. */
export function addStaticFiles(site: Site): void {
  const add = (name: string, folder: string, path: string) =>
    site.addFile(path, TYPES[name.split(".").at(-1) ?? ""] ?? "", () =>
      readFileSync(join(PACKAGE_ROOT, folder, name)),
    );
  for (const name of STATIC_FILES) add(name, "build/generator/pages/static", `/${name}`);
  for (const name of BROWSER_FILES) add(name, ".compiled/browser", `/explorer/${name}`);
}
