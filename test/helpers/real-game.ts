import { newestPatch } from "../../build/generator/data/game-data.ts";
import { fullGameAsOf } from "../../build/generator/full/full-game.ts";
import { factsOf } from "../../build/generator/pages/explorer/facts.ts";
import { REAL_DATA } from "./real-data.ts";
import { BASE_URL } from "./real-site.ts";

/** The addresses of the real site. */
export const ADDRESSES = { baseUrl: BASE_URL, assetsUrl: `${BASE_URL}/assets` };

/** The game of the real data, as of its newest patch. */
export const REAL_GAME = fullGameAsOf(REAL_DATA, newestPatch(REAL_DATA), ADDRESSES);

/** What the pages of the real site show. */
export const REAL_FACTS = factsOf(REAL_GAME, ADDRESSES);
