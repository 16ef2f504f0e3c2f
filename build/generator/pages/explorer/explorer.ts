import { byId } from "../../../core/by-id.ts";
import { PROBLEM_TYPES, type ProblemType } from "../../../core/schema/problems.ts";
import type { Site } from "../../../core/site/site.ts";
import type { Facts } from "../facts.ts";
import { gapsPage } from "../gaps.tsx";
import { heroMarkdown } from "../hero-markdown.ts";
import type { KeyTerms } from "../keys.tsx";
import { addPage, isUnlisted, type Outline, type Page, type PageSettings } from "../layout.tsx";
import { compareHeroesPage, comparePage, valuesPage } from "./compare.tsx";
import { heroPage } from "./hero.tsx";
import { heroesPage } from "./heroes.tsx";
import { checkPage } from "./log-checker.tsx";
import { mapPage, mapsPage } from "./maps.tsx";
import { matrixPages } from "./matrix.tsx";
import { patchPage } from "./patch.tsx";
import { latestPage, patchesPage } from "./patches.tsx";
import { rolesPage } from "./roles.tsx";
import { searchIndexOf } from "./search-index.ts";
import { notFoundPage, problemPage, searchPage } from "./search-page.tsx";
import { seasonPage } from "./season.tsx";
import { startPage } from "./start.tsx";

/** What all pages share. */
type ExplorerOptions = PageSettings & KeyTerms;

/**
 * Adds the pages for people and their data. `outlines` makes those of pages made elsewhere. The
 * search finds them too.
 */
export function addExplorer(
  site: Site,
  facts: Facts,
  options: ExplorerOptions,
  outlines: () => readonly Outline[],
): void {
  const pages = pagesOf(facts, options);
  for (const [path, make] of pages) addPage(site, path, make, options);
  for (const id of facts.heroIds)
    site.addFile(`/heroes/${id}.md`, "text/markdown; charset=utf-8", () =>
      heroMarkdown(byId(facts.heroes, id), facts),
    );
  const listed = () =>
    [...pages].flatMap(([path, make]) => (isGeneral(path) ? [{ path, ...make() }] : []));
  const index = () => searchIndexOf(facts, listed(), outlines());
  site.addFile("/explorer/index.json", "application/json", () => `${JSON.stringify(index())}\n`);
}

/** Whether a listed page is about more than one hero, map, patch or season. */
function isGeneral(path: string): boolean {
  return !/^\/(heroes|maps|patches|seasons)\/./.test(path) && !isUnlisted(path);
}

/** Every page by its path. Each is made when it is asked for. */
function pagesOf(facts: Facts, options: ExplorerOptions): ReadonlyMap<string, () => Page> {
  const pages = new Map<string, () => Page>();
  const add = (path: string, make: () => Page) => pages.set(path, make);
  const { heroIds, mapIds, patchList, seasons } = facts;
  add("/", () => startPage(facts, options));
  add("/heroes", () => heroesPage(facts));
  for (const id of heroIds) add(`/heroes/${id}`, () => heroPage(byId(facts.heroes, id), facts));
  add("/maps", () => mapsPage(facts));
  for (const id of mapIds) add(`/maps/${id}`, () => mapPage(byId(facts.maps, id), facts));
  add("/roles", () => rolesPage(facts));
  add("/patches", () => patchesPage(facts));
  for (const { id } of patchList)
    add(`/patches/${id}`, () => patchPage(byId(facts.patches, id), facts));
  const [newest] = patchList;
  if (newest !== undefined) add("/patches/latest", () => latestPage(newest));
  for (const season of seasons) add(`/${season.path}`, () => seasonPage(season, facts));
  for (const [path, make] of matrixPages(facts)) add(path, make);
  add("/gaps", () => gapsPage(facts));
  add("/compare", () => comparePage(facts));
  add("/compare/heroes", () => compareHeroesPage(facts));
  add("/values", () => valuesPage(facts));
  add("/check", () => checkPage(facts));
  add("/search", () => searchPage(facts));
  add("/not-found", () => notFoundPage(new URL(`${options.baseUrl}/`).pathname));
  for (const type of Object.keys(PROBLEM_TYPES) as ProblemType[])
    add(`/problems/${type}`, () => problemPage(type));
  return pages;
}
