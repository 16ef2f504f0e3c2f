import { checkChains } from "./checks/chains.ts";
import { checkFigures } from "./checks/figures.ts";
import { checkFiles, checkLists } from "./checks/files.ts";
import { checkGaps } from "./checks/gaps.ts";
import { checkHeroes, checkPerks } from "./checks/heroes.ts";
import { checkPatches } from "./checks/patches.ts";
import { checkHistory } from "./checks/rebuild-proof.ts";
import { checkSources } from "./checks/sources.ts";
import { checkLogNames, checkSpellings } from "./checks/spellings.ts";
import { checkTargets } from "./checks/targets.ts";
import { checkMarkup, checkMonograms, checkOldNames } from "./checks/texts.ts";
import { checkTiedFigures } from "./checks/tied-figures.ts";
import { checkAgreement, checkTables } from "./checks/witnesses.ts";
import type { GameData } from "./game-data.ts";
import { gapsOfEntry, unexplainedGaps } from "./gap-paths.ts";
import type { Issue } from "./issue.ts";
import { type LoadedData, listsOf, loadData } from "./load-data.ts";
import { checkExceptions } from "./unusual.ts";

/** The rules about one file each. */
const CHECKS_OF_FILES = [checkFiles, checkLists, checkMarkup];

/** The rules across files, which need every file. */
const CHECKS_ACROSS_FILES = [
  checkHeroes,
  checkPerks,
  checkFigures,
  checkTiedFigures,
  checkOldNames,
  checkMonograms,
  checkSpellings,
  checkLogNames,
  checkPatches,
  checkTargets,
  checkChains,
  checkSources,
  checkTables,
  checkGaps,
  checkExceptions,
];

/** `texts` holds the files as they were read, to find line numbers. */
export type FaultyData = { ok: false; issues: Issue[]; texts: ReadonlyMap<string, string> };

/**
 * Loads a data folder and runs every check over it: the data, or everything that is wrong with it.
 * Nothing is written.
 */
export function checkData(dir: string): { ok: true; data: GameData } | FaultyData {
  const { data: loaded, issues, texts } = loadData(dir);
  const { data, issues: found } = checkEverything(loaded);
  const all = [...issues, ...found];
  return data === undefined || all.length > 0
    ? { ok: false, issues: all, texts }
    : { ok: true, data };
}

/**
 * Runs every check; those across files only once each file can be read. What is wrong today makes
 * earlier states impossible too; that is said once. `data` is the whole of data that states can be
 * rebuilt from.
 */
export function checkEverything(loaded: LoadedData): { issues: Issue[]; data?: GameData } {
  const values = checkValues(loaded);
  if (loaded.unreadable.size > 0 || !loaded.game) return { issues: values };
  const history = checkHistory(loaded);
  const isFirst = ({ code }: Issue) => values.length === 0 || code !== "history-state";
  const issues = [...values, ...history.filter(isFirst)];
  if (issues.length > 0) return { issues };
  const data = wholeData(loaded);
  return { issues: checkAgreement(data, loaded), data };
}

/** Runs every check but `checkHistory`, which unrecorded edits would fail. */
export function checkValues(data: LoadedData): Issue[] {
  const across = data.unreadable.size > 0 ? [] : CHECKS_ACROSS_FILES;
  return [...CHECKS_OF_FILES, ...across].flatMap((check) => check(data));
}

/** The values of data that was loaded without an issue. Throws where a file is missing. */
export function wholeData(data: LoadedData): GameData {
  const { game, figures, gaps, corrections, modes, roles } = data;
  if (!game || !figures || !gaps || !corrections || !modes || !roles)
    throw new Error("a file is missing, which is an issue");
  return {
    game: game.value,
    ...listsOf(data),
    patches: data.patches.map(({ value }) => value),
    figures: figures.value,
    gaps: [
      ...gaps.value.gaps.flatMap(gapsOfEntry),
      ...data.patches.flatMap(({ value }) => unexplainedGaps(value)),
    ],
    listSources: { modes: modes.value.sources, roles: roles.value.sources },
    corrections: corrections.value.corrections,
    families: data.sources?.value.families ?? [],
    witnesses: data.witnesses.map(({ value }) => value),
    logNames: data["log-names"]?.value,
  };
}
