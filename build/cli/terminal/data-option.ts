import { existsSync } from "node:fs";
import { IS_CHECKOUT, PACKAGE_DATA } from "../../core/package.ts";

/** The help text of a folder that is read. Commander adds the default. */
export const DATA_TO_READ = "the data folder";

/**
 * The default data folder of commands that read: the checkout's. An installed package has
 * `./gamedata` if it exists, as its other commands write there, else the package's own folder.
 */
export function dataToRead(isCheckout = IS_CHECKOUT): string {
  return !isCheckout && existsSync("gamedata/game.json") ? "gamedata" : PACKAGE_DATA;
}

const FOLDER_TO_WRITE = IS_CHECKOUT ? PACKAGE_DATA : "./gamedata";

/** The help text of a folder that is written into. */
export const DATA_TO_WRITE = `the data folder (default: ${FOLDER_TO_WRITE})`;
