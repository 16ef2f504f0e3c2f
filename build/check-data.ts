import { checkFiles } from "./checks/files.ts";
import { checkGaps } from "./checks/gaps.ts";
import { checkHeroes } from "./checks/heroes.ts";
import { checkHistory } from "./checks/history.ts";
import { checkLists } from "./checks/lists.ts";
import { checkPatches } from "./checks/patches.ts";
import { checkSpellings } from "./checks/spellings.ts";
import { checkTargets } from "./checks/targets.ts";
import type { Issue } from "./issue.ts";
import { type LoadedData, loadData } from "./load.ts";
import type { GameData } from "./reference.ts";

const CHECKS = [
  checkFiles,
  checkLists,
  checkHeroes,
  checkSpellings,
  checkPatches,
  checkTargets,
  checkHistory,
  checkGaps,
] satisfies ((data: LoadedData) => Issue[])[];

/** The data of a folder, or everything that is wrong with it. `texts` holds the files as read, for line numbers. */
export type Checked = { ok: true; data: GameData } | { ok: false; issues: Issue[]; texts: ReadonlyMap<string, string> };

/** Loads a data folder and runs every check over it. Nothing is written. */
export function checkData(dir: string): Checked {
  const { data, issues, texts } = loadData(dir);
  for (const check of CHECKS) issues.push(...check(data));
  const { game, roles, modes, gaps } = data;
  if (issues.length > 0 || !game || !roles || !modes || !gaps) return { ok: false, issues, texts };
  return {
    ok: true,
    data: {
      game: game.value,
      heroes: data.heroes.map(({ value }) => value),
      maps: data.maps.map(({ value }) => value),
      roles: roles.value.roles,
      modes: modes.value.modes,
      patches: data.patches.map(({ value }) => value),
      gaps: gaps.value.gaps,
    },
  };
}
