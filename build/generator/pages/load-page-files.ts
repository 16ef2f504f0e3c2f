import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../core/package.ts";
import type { Site } from "../../core/site/site.ts";
import { BROWSER_FILES, type BrowserFiles } from "./explorer/explorer.ts";
import { GUIDES, type GuideSource } from "./guides.tsx";

/** The guides in Markdown. They come with the package. */
export function loadGuides(): GuideSource[] {
  return GUIDES.map((id) => ({
    id,
    markdown: readFileSync(join(PACKAGE_ROOT, "build/generator/pages/guides", `${id}.md`), "utf8"),
  }));
}

/** The scripts and styles of the pages. `npm run compile` makes them. */
export function loadBrowserFiles(): BrowserFiles {
  const folder = join(PACKAGE_ROOT, ".compiled/browser");
  return Object.fromEntries(
    BROWSER_FILES.map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  ) as BrowserFiles;
}

/** Icons, and the picture that messages show for a link, with their types. */
const STATIC_FILES = {
  "favicon.svg": "image/svg+xml",
  "apple-touch-icon.png": "image/png",
  "preview.png": "image/png",
};

/** Adds the files that are the same for every site. They come with the package. */
export function addStaticFiles(site: Site): void {
  const folder = join(PACKAGE_ROOT, "build/generator/pages/static");
  for (const [name, type] of Object.entries(STATIC_FILES))
    site.addFile(`/${name}`, type, readFileSync(join(folder, name)));
}
