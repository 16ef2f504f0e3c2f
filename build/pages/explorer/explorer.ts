import type { Evidence } from "../../data/evidence.ts";
import type { Addresses, Reference } from "../../data/reference.ts";
import { PROBLEM_TYPES, type ProblemType } from "../../schema/problem-types.ts";
import type { Site } from "../../site/site.ts";
import { gapsPage } from "../gaps.tsx";
import { type Page, renderPage } from "../layout.tsx";
import { changesScript, searchIndex } from "./browser-data.ts";
import { comparePage } from "./compare.tsx";
import { type Facts, factsOf } from "./facts.ts";
import { heroPage } from "./hero.tsx";
import { heroesPage } from "./heroes.tsx";
import { mapPage } from "./map.tsx";
import { mapsPage } from "./maps.tsx";
import { patchPage } from "./patch.tsx";
import { patchesPage } from "./patches.tsx";
import { problemPage } from "./problem.tsx";
import { rolesPage } from "./roles.tsx";
import { startPage } from "./start.tsx";

/** What the pages load, by file name; `npm run compile` makes it. */
export type BrowserFiles = Readonly<
  Record<"style.css" | "search.js" | "sort.js" | "compare.js", string>
>;

/** Where the site is, and whether its operator provides the game's pictures, of which none is shipped. */
export type ExplorerOptions = Addresses & {
  hasImages: boolean;
  evidence?: Evidence;
  /** Address of the folder of the data where corrections are made, if any. */
  repository?: string | undefined;
};

const SCRIPT = "text/javascript; charset=utf-8";

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#26404f"/><path d="M5 22h7v-8h8V9h7" fill="none" stroke="#f3efe6" stroke-width="3.5" stroke-linejoin="round" stroke-linecap="round"/></svg>
`;

/** Adds the pages for people and what they load. */
export function addExplorer(
  site: Site,
  reference: Reference,
  options: ExplorerOptions,
  files: BrowserFiles,
): void {
  const facts = factsOf(reference, options.evidence);
  const imageOrigin = options.hasImages ? new URL(options.assetsUrl).origin : undefined;
  for (const page of pagesOf(facts, options)) {
    site.addPage(page.path, renderPage(page, { baseUrl: options.baseUrl, imageOrigin }));
  }

  for (const [name, text] of Object.entries(files)) {
    site.addFile(
      `/explorer/${name}`,
      name.endsWith(".css") ? "text/css; charset=utf-8" : SCRIPT,
      text,
    );
  }
  site.addFile("/explorer/index.js", SCRIPT, searchIndex(facts));
  site.addFile("/explorer/changes.js", SCRIPT, changesScript(facts));
  site.addFile("/explorer/icon.svg", "image/svg+xml", ICON);
}

/** One after the other: all of a large site at once would be more than its data. */
function* pagesOf(facts: Facts, options: ExplorerOptions): Generator<Page> {
  yield startPage(facts, options);
  yield heroesPage(facts);
  for (const hero of facts.heroes) yield heroPage(hero, facts, options);
  yield mapsPage(facts);
  for (const map of facts.maps) yield mapPage(map, facts, options);
  yield rolesPage(facts);
  yield patchesPage(facts);
  for (const entry of facts.entries) yield patchPage(entry, facts, options);
  yield gapsPage(facts.evidence, options.repository);
  yield comparePage(facts);
  for (const type of Object.keys(PROBLEM_TYPES) as ProblemType[]) yield problemPage(type);
}
