import { GUIDES } from "../../build/generator/pages/guides.tsx";

/** A page of each kind. */
export const KINDS_OF_PAGE = [
  "/",
  "/heroes",
  "/heroes/vendetta",
  "/maps",
  "/maps/kings-row",
  "/roles",
  "/patches",
  "/patches/2026-10-06",
  "/matrix",
  "/compare",
  "/values",
  "/compare/heroes?h=ana,mercy",
  "/check",
  "/search?q=ana",
  "/search?q=zzzzzz",
  "/seasons/5",
  "/guides",
  ...GUIDES.slice(0, 1).map((id) => `/guides/${id}`), // all have one layout
  "/docs",
  "/docs/listPatches",
  "/docs/getHeroDetails",
  "/problems/not-found",
  "/gaps",
  "/no-such-page",
];

/** What a script draws on pages that begin so. */
const DRAWN: readonly (readonly [start: string, selector: string])[] = [
  ["/compare/heroes", "#side-by-side table"],
  ["/compare", "#differences .card"],
  ["/search", "#results:not([hidden])"],
  ["/values", "table.values"],
];

/** What has to be there before a page is judged; undefined where no script draws it. */
export function drawnOn(path: string) {
  return DRAWN.find(([start]) => path.startsWith(start))?.[1];
}
