import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "./package.ts";
import { GUIDES, type GuideSource } from "./pages/guides.tsx";

/** What pages are made of beside the data. */
export type PageSources = { guides: GuideSource[] };

/** Reads the files that pages are made of; they come with the package. */
export function loadPageSources(): PageSources {
  return {
    guides: GUIDES.map((id) => ({
      id,
      markdown: readFileSync(join(PACKAGE_ROOT, "build/pages/guides", `${id}.md`), "utf8"),
    })),
  };
}
