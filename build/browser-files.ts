import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "./package.ts";
import type { BrowserFiles } from "./pages/explorer/explorer.ts";

/** The scripts and the style of the pages, as `npm run compile` made them beside the program. */
export function readBrowserFiles(): BrowserFiles {
  const read = (name: string) =>
    readFileSync(join(PACKAGE_ROOT, ".compiled/browser", name), "utf8");
  return {
    "style.css": read("style.css"),
    "feed.css": read("feed.css"),
    "theme.js": read("theme.js"),
    "site.js": read("site.js"),
    "filter.js": read("filter.js"),
    "compare.js": read("compare.js"),
    "compare-heroes.js": read("compare-heroes.js"),
    "check.js": read("check.js"),
    "check-worker.js": read("check-worker.js"),
    "run.js": read("run.js"),
    "search.js": read("search.js"),
  };
}
