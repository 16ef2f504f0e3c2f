import type { GameData } from "../../build/generator/data/game-data.ts";
import {
  keepContents,
  type SiteInMemory,
  type SiteOptions,
} from "../../build/generator/make-documents.ts";
import { makeSite } from "../../build/generator/make-site.ts";

/** Makes the site of checked data in memory. */
export function siteInMemory(data: GameData, options: SiteOptions): SiteInMemory {
  return keepContents((add) => makeSite(data, options, add));
}
