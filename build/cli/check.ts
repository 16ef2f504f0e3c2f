import type { Command } from "commander";
import { PACKAGE_DATA } from "../core/package.ts";
import { dayOf } from "../core/schema/day.ts";
import { wholeData } from "../generator/data/check-data.ts";
import { offeredPatches } from "../generator/data/game-data.ts";
import { warningsOf } from "../generator/data/unusual.ts";
import { BASE_HELP } from "./maintain/baseline.ts";
import { editedRecordIssues } from "./maintain/edited-patches.ts";
import { compareData } from "./maintain/unrecorded-changes.ts";
import { describeFixes, suggestedFixes, unrecordedIssues } from "./maintain/unrecorded-issues.ts";
import { DATA_TO_READ, dataToRead, faultyDataError } from "./terminal/data-folder.ts";
import { describeWarning } from "./terminal/edit-data.ts";
import { EXIT, note, print, quoted, setExitCode, terminal } from "./terminal/terminal.ts";

/** `gamedata check`. */
export function addCheckCommand(program: Command): void {
  program
    .command("check")
    .description("check that the data is valid and every change is recorded, without writing")
    .option("--data <dir>", DATA_TO_READ, dataToRead())
    .option("--base <revision>", BASE_HELP)
    .option("--strict", "exit with 1 on a warning about a value")
    .option("--json", "report as JSON")
    .action(check);
}

type CheckFlags = { data: string; base?: string; json?: boolean; strict?: boolean };

/** Reports what is wrong with the data, or how much there is of it. */
function check(flags: CheckFlags): void {
  const { loaded, texts, base, obstacle } = soundData(flags);
  const data = wholeData(loaded);
  const summary = {
    heroes: data.heroes.length,
    maps: data.maps.length,
    patches: data.patches.length,
    changes: data.patches.reduce((sum, { changes }) => sum + changes.length, 0),
    gaps: data.gaps.length,
    historyFrom: data.game.historyFrom,
    states: offeredPatches(data).length,
    comparedWith: base?.label ?? null,
  };
  const unusual = warningsOf(loaded, dayOf(terminal().now));
  if (flags.strict && unusual.length > 0) setExitCode(EXIT.inputAtFault);
  if (flags.json) {
    const warnings = unusual.map(({ file, target, message }) => ({ file, target, message }));
    print(JSON.stringify({ ok: true, ...summary, warnings }));
    return;
  }
  const { heroes, maps, patches, changes, gaps, historyFrom, states } = summary;
  print(
    `${heroes} heroes, ${maps} maps, ${patches} patches with ${changes} changes, ${gaps} gaps: ` +
      `no problem found\n` +
      `the record is consistent back to ${historyFrom}: ${states} states can be rebuilt`,
  );
  if (base !== undefined) print(`every change since ${base.label} is recorded`);
  if (obstacle !== undefined) note(`note: ${obstacle}`);
  for (const warning of unusual) note(`warning: ${describeWarning(warning, texts)}`);
}

/**
 * The data of a folder, compared with a commit. Throws an `InputError` with everything that is
 * wrong.
 */
function soundData({ data: dir, base: revision }: CheckFlags) {
  const compared = compareData(dir, revision);
  const { loaded, texts, issues, base, changes } = compared;
  if (base !== undefined) {
    issues.push(...unrecordedIssues(changes, loaded, base.label));
    issues.push(...editedRecordIssues(base, loaded));
  }
  if (issues.length === 0) return compared;
  const faulty = { ok: false, issues, texts } as const;
  if (base === undefined || changes.length === 0) throw faultyDataError(faulty, dir);
  const options = [
    dir === PACKAGE_DATA ? "" : ` --data ${quoted(dir)}`,
    revision === undefined ? "" : ` --base ${quoted(revision)}`,
  ].join("");
  const undo = revision === undefined ? `git checkout ${quoted(dir)}` : undefined;
  const fixes = suggestedFixes(changes, loaded, base, options);
  throw faultyDataError(faulty, dir, `\n\n${describeFixes(fixes, undo)}`, {
    suggestedFixes: fixes,
  });
}
