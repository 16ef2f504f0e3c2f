import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "./package.ts";
import { GUIDES, type GuideSource } from "./pages/guides.ts";

/** What pages are made of beside the data. */
export type PageSources = {
  guides: GuideSource[];
  viewer: Viewer;
};

/** The viewer of the API reference, as `npm run compile` put it beside the program. */
export type Viewer = { script: Buffer; licence: Buffer };

/** Reads the files that pages are made of; they come with the package. */
export function loadPageSources(): PageSources {
  const viewer = join(PACKAGE_ROOT, ".compiled/viewer");
  return {
    guides: GUIDES.map((id) => ({
      id,
      markdown: readFileSync(join(PACKAGE_ROOT, "build/pages/guides", `${id}.md`), "utf8"),
    })),
    viewer: {
      script: readFileSync(join(viewer, "openapi-explorer.js")),
      licence: readFileSync(join(viewer, "LICENSE")),
    },
  };
}
