import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../package.ts";
import type { BrowserFiles } from "./explorer/explorer.ts";
import { GUIDES, type GuideSource } from "./guides.tsx";

/** The guides in Markdown. They come with the package. */
export function loadGuides(): GuideSource[] {
  return GUIDES.map((id) => ({
    id,
    markdown: readFileSync(join(PACKAGE_ROOT, "build/pages/guides", `${id}.md`), "utf8"),
  }));
}

/** The scripts and styles of the pages. `npm run compile` makes them. */
export function loadBrowserFiles(): BrowserFiles {
  const load = (name: string) =>
    readFileSync(join(PACKAGE_ROOT, ".compiled/browser", name), "utf8");
  return {
    "style.css": load("style.css"),
    "feed.css": load("feed.css"),
    "theme.js": load("theme.js"),
    "site.js": load("site.js"),
    "filter.js": load("filter.js"),
    "compare.js": load("compare.js"),
    "compare-heroes.js": load("compare-heroes.js"),
    "check.js": load("check.js"),
    "check-worker.js": load("check-worker.js"),
    "run.js": load("run.js"),
    "search.js": load("search.js"),
  };
}
