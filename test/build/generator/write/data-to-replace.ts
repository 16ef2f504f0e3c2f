import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesOf, temporaryFolder } from "../../../helpers/data.ts";

/** The files of a data folder before and after an update. */
export const OLD = { "game.json": "old game", "heroes/ana.json": "old ana" };
export const NEW = {
  "game.json": "new game",
  "heroes/ana.json": "new ana",
  "heroes/lucio.json": "new",
};

/** A data folder of the old files. */
export function oldFolder(): string {
  const dir = join(temporaryFolder(), "gamedata");
  mkdirSync(join(dir, "heroes"), { recursive: true });
  for (const [file, text] of Object.entries(OLD)) writeFileSync(join(dir, file), text);
  return dir;
}

/** The files of a folder with their texts. */
export const contents = filesOf;
