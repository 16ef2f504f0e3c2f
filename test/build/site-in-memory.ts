import type { GameData } from "../../build/generator/data/reference.ts";
import {
  keepContents,
  type SiteInMemory,
  type SiteOptions,
} from "../../build/generator/make-documents.ts";
import { makeSite } from "../../build/generator/make-site.ts";
import type { Draw } from "../../build/generator/pages/pictures/draw.ts";

/** Replaces `drawPng`: drawing is a quarter of the work of a build. */
export const notDrawn: Draw = () => Buffer.from("a picture");

/** Makes the site of checked data in memory. Its pictures are not drawn. */
export function siteInMemory(data: GameData, options: SiteOptions): SiteInMemory {
  return keepContents((add) => makeSite(data, options, add, notDrawn));
}
