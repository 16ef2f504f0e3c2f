import { PROBLEM_TYPES, type ProblemType } from "../../../core/schema/problem-types.ts";
import type { Site } from "../../../core/site/site.ts";
import type { Addresses, FullGame } from "../../full/full-game.ts";
import { gapsPage } from "../gaps.tsx";
import { heroMarkdown } from "../hero-markdown.ts";
import type { KeyTerms } from "../keys.tsx";
import { type Outline, type Page, renderPage } from "../layout.tsx";
import { changesData, kitsData, namesData } from "./browser-data.ts";
import { compareHeroesPage, comparePage, valuesPage } from "./compare.tsx";
import { type Facts, factsOf } from "./facts.ts";
import { heroPage } from "./hero.tsx";
import { heroesPage } from "./heroes.tsx";
import { checkPage } from "./log-checker.tsx";
import { mapPage, mapsPage } from "./maps.tsx";
import { matrixPages } from "./matrix.tsx";
import { patchPage } from "./patch.tsx";
import { latestPage, patchesPage } from "./patches.tsx";
import { rolesPage } from "./roles.tsx";
import { type ListedPage, searchIndexOf } from "./search-index.ts";
import { notFoundPage, problemPage, searchPage } from "./search-page.tsx";
import { seasonPage } from "./season.tsx";
import { startPage } from "./start.tsx";

/** The styles and scripts that the pages load. `npm run compile` makes them. */
export const BROWSER_FILES = [
  ...(["style.css", "theme.js", "site.js", "filter.js", "compare.js"] as const),
  ...([
    "compare-heroes.js",
    "check.js",
    "check-worker.js",
    "run.js",
    "search.js",
    "values.js",
    "hero.js",
  ] as const),
];

/** Their texts by name. */
export type BrowserFiles = Readonly<Record<(typeof BROWSER_FILES)[number], string>>;

/** The addresses and the version of the site, and what its pages say about the data. */
type ExplorerOptions = Addresses &
  KeyTerms & {
    version: string;
    /** The address of the data folder in a repository that takes corrections, if there is one. */
    repository?: string | undefined;
  };

/** Pages that search engines leave out. */
export const UNLISTED_PAGES: ReadonlySet<string> = new Set([
  "/not-found",
  "/patches/latest",
  ...Object.keys(PROBLEM_TYPES).map((type) => `/problems/${type}`),
]);

const SCRIPT = "text/javascript; charset=utf-8";

/**
 * Adds the pages for people and the files that they load. `outlines` are pages made elsewhere. The
 * search finds them too.
 */
export function addExplorer(
  site: Site,
  full: FullGame,
  options: ExplorerOptions,
  files: BrowserFiles,
  outlines: readonly Outline[] = [],
): void {
  const { baseUrl, assetsUrl, hasImages = false } = options;
  const facts = factsOf(full, options);
  const imageOrigin = hasImages ? new URL(assetsUrl).origin : undefined;
  const listed: ListedPage[] = [];
  const [newest] = facts.patches;
  const state = newest && { newest, lastChecked: facts.game.lastChecked };
  const settings = { baseUrl, imageOrigin, ...(state && { state }) };
  for (const page of pagesOf(facts, options)) {
    site.addPage(page.path, renderPage(page, settings));
    if (isGeneral(page)) listed.push(page);
  }
  const index = searchIndexOf(facts, listed, outlines);

  for (const hero of facts.heroes) {
    const text = heroMarkdown(hero, facts, baseUrl);
    site.addFile(`/heroes/${hero.id}.md`, "text/markdown; charset=utf-8", text);
  }
  for (const [name, text] of Object.entries(files)) {
    site.addFile(
      `/explorer/${name}`,
      name.endsWith(".css") ? "text/css; charset=utf-8" : SCRIPT,
      text,
    );
  }
  const data = {
    index,
    names: namesData(facts),
    changes: changesData(facts),
    heroes: kitsData(facts),
  };
  for (const [name, value] of Object.entries(data))
    site.addFile(`/explorer/${name}.json`, "application/json", `${JSON.stringify(value)}\n`);
}

/** Whether a page is about more than one hero, map, patch, season or problem, and may be listed. */
function isGeneral({ path }: Page): boolean {
  return !/^\/(heroes|maps|patches|problems|seasons)\/./.test(path) && !UNLISTED_PAGES.has(path);
}

/** Makes the pages one by one. All at once would take more memory than the data. */
function* pagesOf(facts: Facts, options: ExplorerOptions): Generator<Page> {
  yield startPage(facts, options);
  yield heroesPage(facts);
  for (const hero of facts.heroes) yield heroPage(hero, facts, options);
  yield mapsPage(facts);
  for (const map of facts.maps) yield mapPage(map, facts, options);
  yield rolesPage(facts);
  yield patchesPage(facts);
  for (const patch of facts.patches) yield patchPage(patch, facts, options);
  const [newest] = facts.patches;
  if (newest !== undefined) yield latestPage(newest);
  for (const season of facts.seasons) yield seasonPage(season, facts);
  yield* matrixPages(facts);
  yield gapsPage(facts, options.repository);
  yield comparePage(facts);
  yield compareHeroesPage(facts);
  yield valuesPage(facts);
  yield checkPage(facts);
  yield searchPage();
  yield notFoundPage(new URL(`${options.baseUrl}/`).pathname);
  for (const type of Object.keys(PROBLEM_TYPES) as ProblemType[]) yield problemPage(type);
}
