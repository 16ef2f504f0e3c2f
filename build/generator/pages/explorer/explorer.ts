import { PROBLEM_TYPES, type ProblemType } from "../../../core/schema/problems.ts";
import type { Site } from "../../../core/site/site.ts";
import type { FullGame } from "../../full/full-game.ts";
import { gapsPage } from "../gaps.tsx";
import { heroMarkdown } from "../hero-markdown.ts";
import type { KeyTerms } from "../keys.tsx";
import { type Outline, type Page, type PageSettings, renderPage } from "../layout.tsx";
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

/** What all pages share, and what those of the data need. */
type ExplorerOptions = PageSettings &
  KeyTerms & {
    hasImages?: boolean;
    /** The address of the data folder in a repository that takes corrections, if there is one. */
    repository?: string | undefined;
  };

/**
 * Adds the pages for people and their data. Returns the paths that search engines leave out.
 * `outlines` are pages made elsewhere. The search finds them too.
 */
export function addExplorer(
  site: Site,
  full: FullGame,
  options: ExplorerOptions,
  outlines: readonly Outline[],
): ReadonlySet<string> {
  const facts = factsOf(full, options);
  const listed: ListedPage[] = [];
  const unlisted = new Set<string>();
  for (const page of pagesOf(facts, options)) {
    site.addPage(page.path, renderPage(page, options));
    if (page.isUnlisted) unlisted.add(page.path);
    else if (isGeneral(page)) listed.push(page);
  }
  for (const hero of facts.heroes) {
    const text = heroMarkdown(hero, facts, options.baseUrl);
    site.addFile(`/heroes/${hero.id}.md`, "text/markdown; charset=utf-8", text);
  }
  const data = {
    index: searchIndexOf(facts, listed, outlines),
    names: namesData(facts),
    changes: changesData(facts),
    heroes: kitsData(facts),
  };
  for (const [name, value] of Object.entries(data))
    site.addFile(`/explorer/${name}.json`, "application/json", `${JSON.stringify(value)}\n`);
  return unlisted;
}

/** Whether a page is about more than one hero, map, patch or season. */
function isGeneral({ path }: Page): boolean {
  return !/^\/(heroes|maps|patches|seasons)\/./.test(path);
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
