import { filesOf } from "../../../helpers/data.ts";

/** The files of a data folder before and after an update. */
export const OLD = { "game.json": "old game", "heroes/ana.json": "old ana" };
export const NEW = {
  "game.json": "new game",
  "heroes/ana.json": "new ana",
  "heroes/lucio.json": "new",
};

/** The files of a folder with their texts. */
export const contents = filesOf;
