import type { Manifest } from "../../build/core/schema/manifest.ts";
import { Site } from "../../build/core/site/site.ts";
import type { GameData } from "../../build/generator/data/game-data.ts";
import {
  keepContents,
  type SiteInMemory,
  type SiteOptions,
} from "../../build/generator/make-documents.ts";
import { makeSite } from "../../build/generator/make-site.ts";

/** What is added to an empty site outside the API, with its text. */
export function filesAdded(
  add: (site: Site) => void,
): (Manifest["pages"][number] & { text: string })[] {
  const texts = new Map<string, string>();
  const site = new Site(({ body, files: [file = ""] }) =>
    texts.set(file, Buffer.from(body).toString()),
  );
  add(site);
  site.makeAll();
  return site.pages.map((page) => ({ ...page, text: texts.get(page.file) ?? "" }));
}

/** Makes the site of checked data in memory. */
export function siteInMemory(data: GameData, options: SiteOptions): SiteInMemory {
  return keepContents((add) => makeSite(data, options, add));
}
