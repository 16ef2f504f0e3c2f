import { Site } from "../../build/core/site/site.ts";
import { type GameData, newestPatch } from "../../build/generator/data/game-data.ts";
import { referenceAsOf } from "../../build/generator/documents/contract.ts";
import { fullGameAsOf } from "../../build/generator/full/full-game.ts";
import { addDocuments, type SiteOptions } from "../../build/generator/make-documents.ts";
import { type Facts, readFacts } from "../../build/generator/pages/facts.ts";
import { REAL_DATA } from "./real-data.ts";
import { BASE_URL } from "./real-site.ts";

/** The addresses of the real site. */
export const ADDRESSES = { baseUrl: BASE_URL, assetsUrl: `${BASE_URL}/assets` };

/** The game of the real data, as of its newest patch. */
export const REAL_GAME = fullGameAsOf(REAL_DATA, newestPatch(REAL_DATA), ADDRESSES);

/** What the pages of a site read. */
export function factsAsOf(
  data: GameData,
  patch: string,
  options: Omit<SiteOptions, "patch" | "version"> = ADDRESSES,
): Facts {
  const site = new Site();
  const settings = { ...options, patch, version: "test" };
  addDocuments(site, referenceAsOf(data, patch, options), settings);
  return readFacts((path) => site.documentAt(path), options);
}

/** What the pages of the real site read. */
export const REAL_FACTS = factsAsOf(REAL_DATA, newestPatch(REAL_DATA));
