import { PACKAGE_DATA } from "../../build/core/package.ts";
import { checkData } from "../../build/generator/data/check-data.ts";
import type { GameData } from "../../build/generator/data/game-data.ts";

/** The data of a folder. Throws where it does not pass its checks. */
export function soundData(folder: string) {
  const checked = checkData(folder);
  if (!checked.ok) throw new Error(`${folder} has problems; run: npm run -s gamedata -- check`);
  return checked.data;
}

/**
 * The real data, read and checked once for all files of tests that share a process. A test that
 * changes it throws.
 */
export const REAL_DATA: GameData = frozen(soundData(PACKAGE_DATA));

function frozen<T>(value: T) {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
