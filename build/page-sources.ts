import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "./package.ts";
import type { Viewer } from "./pages/docs.ts";
import { GUIDES, type GuideSource } from "./pages/guides.ts";

/** What pages are made of beside the data. */
export type PageSources = {
  guides: GuideSource[];
  /** As `npm run compile` put it beside the program. */
  viewer: Viewer;
};

/** Reads the files that pages are made of; they come with the package. */
export function loadPageSources(): PageSources {
  const viewer = join(PACKAGE_ROOT, ".compiled/viewer");
  const browser = join(PACKAGE_ROOT, ".compiled/browser");
  return {
    guides: GUIDES.map((id) => ({
      id,
      markdown: readFileSync(join(PACKAGE_ROOT, "build/pages/guides", `${id}.md`), "utf8"),
    })),
    viewer: {
      script: readFileSync(join(viewer, "openapi-explorer.js")),
      licence: readFileSync(join(viewer, "LICENSE")),
      starter: readFileSync(join(browser, "docs.js"), "utf8"),
      style: readFileSync(join(browser, "docs.css"), "utf8"),
    },
  };
}
