import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../core/package.ts";
import type { Site } from "../../core/site/site.ts";
import { GUIDES, type GuideSource } from "./guides.tsx";

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
  ...["style.css", "theme.js", "site.js", "filter.js", "compare.js", "compare-heroes.js"],
  ...["check.js", "check-worker.js", "run.js", "search.js", "values.js", "hero.js"],
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
    site.addFile(
      path,
      TYPES[name.split(".").at(-1) ?? ""] ?? "",
      readFileSync(join(PACKAGE_ROOT, folder, name)),
    );
  for (const name of STATIC_FILES) add(name, "build/generator/pages/static", `/${name}`);
  for (const name of BROWSER_FILES) add(name, ".compiled/browser", `/explorer/${name}`);
}
