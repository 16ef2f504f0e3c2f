import type { Command } from "commander";
import { dayOf, newestFirst } from "../core/game/day.ts";
import { PACKAGE_DATA, PROGRAM_CALL } from "../core/package.ts";
import { FOLDERS } from "../core/schema/data-files.ts";
import type { PatchChange } from "../core/schema/patch.ts";
import { parseJson } from "../core/site/parse-json.ts";
import { wholeData } from "../generator/data/check-data.ts";
import { type Disagreement, disagreementsOf } from "../generator/data/checks/witnesses.ts";
import { offeredPatches } from "../generator/data/game-data.ts";
import { allThings, type LoadedData } from "../generator/data/load-data.ts";
import { warningsOf } from "../generator/data/unusual.ts";
import { sharesOf } from "../generator/full/sure.ts";
import { isWhole } from "../generator/history/resolve-target.ts";
import { isWithin } from "../generator/history/rewind.ts";
import { BASE_HELP, type Baseline } from "./maintain/compare-data.ts";
import { describeWarning } from "./maintain/edit-data.ts";
import { compareData, editedRecordIssues } from "./maintain/unrecorded-changes.ts";
import { DATA_TO_READ, dataToRead, faultyDataError } from "./terminal/data-folder.ts";
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
function check(flags: CheckFlags) {
  const { loaded, data = wholeData(loaded), texts, base, obstacle } = soundData(flags);
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
  const disagreements = disagreementsOf(data);
  const sure = sharesOf(data);
  if (flags.strict && unusual.length > 0) setExitCode(EXIT.inputAtFault);
  if (flags.json) {
    const warnings = unusual.map(({ file, target, message }) => ({ file, target, message }));
    print(JSON.stringify({ ok: true, ...summary, sure, warnings, disagreements }));
    return;
  }
  const { heroes, maps, patches, changes, gaps, historyFrom, states } = summary;
  print(
    `${heroes} heroes, ${maps} maps, ${patches} patches with ${changes} changes, ${gaps} gaps: ` +
      `no problem found\n` +
      `the record is consistent back to ${historyFrom}: ${states} states can be rebuilt`,
  );
  print(
    `of the figures of today ${sure.printed} are printed by the publisher, ${sure.independent} have ` +
      `two independent sources or more, ${sure.one} one, ${sure.none} none`,
  );
  if (base !== undefined) print(`every change since ${base.label} is recorded`);
  if (obstacle !== undefined) note(`note: ${obstacle}`);
  if (disagreements.length > 0) note(describeDisagreements(disagreements));
  for (const warning of unusual) note(`warning: ${describeWarning(warning, texts)}`);
}

/** Lists what tables of witnesses have otherwise, a line each. */
function describeDisagreements(disagreements: readonly Disagreement[]) {
  const lines = disagreements.map(
    ({ target, ours, theirs, table, day }) =>
      `  ${target}: ${ours}, but ${theirs} in ${table} (${day})`,
  );
  return [
    `${lines.length} values of witnesses/ differ from the record. Correct the one that is wrong, or ` +
      'add { "path": TARGET, "differs": "WHY" } to gaps.json:',
    ...lines,
  ].join("\n");
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
  const faulty = { issues, texts };
  if (base === undefined || changes.length === 0) throw faultyDataError(faulty, dir);
  const options = [
    dir === PACKAGE_DATA ? "" : ` --data ${quoted(dir)}`,
    revision === undefined ? "" : ` --base ${quoted(revision)}`,
  ].join("");
  const undo =
    revision === undefined
      ? `git checkout -- ${quoted(dir)} && git clean -fd ${quoted(dir)}`
      : undefined;
  const fixes = suggestedFixes(changes, loaded, base, options);
  throw faultyDataError(faulty, dir, `\n\n${describeFixes(fixes, undo)}`, {
    suggestedFixes: fixes,
  });
}

/** How many commands are printed. The others are only counted. */
const MOST_COMMANDS = 5;

/** An issue for each change that is not recorded, at its place in the data. */
function unrecordedIssues(changes: readonly PatchChange[], data: LoadedData, label: string) {
  return changes.map((change) => ({
    code: "unrecorded",
    ...placeOf(change.target, data),
    message: `${describeChange(change, label)}: no patch or correction records this`,
  }));
}

function describeChange({ target, from, to }: PatchChange, label: string) {
  if (from === undefined) return `${target} is new: it is not in ${label}`;
  if (to === undefined) return `${target} is missing, but is in ${label}`;
  if (isWhole(target)) return `${target} differs from ${label}`;
  return `${target} is ${JSON.stringify(to)}, but ${JSON.stringify(from)} in ${label}`;
}

/** The file of a target, and as much of the path in it as exists. */
function placeOf(target: string, data: LoadedData) {
  const [collection = "", id = "", ...rest] = target.split("/");
  const thing = allThings(data).find((one) => isWithin(target, one.target));
  if (thing !== undefined)
    return { file: thing.file, path: [...thing.path, ...pathIn(thing.value, rest)] };
  const isFolder = Object.hasOwn(FOLDERS, collection);
  return { file: isFolder ? `${collection}/${id}.json` : `${collection}.json`, path: [] };
}

/** The path of segments in a value. It ends where a key or an id is missing. */
function pathIn(value: unknown, segments: readonly string[]): (string | number)[] {
  const [segment, ...rest] = segments;
  if (segment === undefined || typeof value !== "object" || value === null) return [];
  const key = Array.isArray(value)
    ? value.findIndex((element) => Object(element).id === segment)
    : segment;
  if (key === -1) return [];
  if (!(key in value)) return "figures" in value ? pathIn(value, ["figures", ...segments]) : [];
  return [key, ...pathIn(Reflect.get(value, key), rest)];
}

/** The commands that record the changes, or correct the values, each with more options. */
function suggestedFixes(
  changes: readonly PatchChange[],
  data: LoadedData,
  { patches }: Pick<Baseline, "patches">,
  options: string,
) {
  const known = new Set(patches.map(({ id }) => id));
  const own = newestFirst(data.patches.map(({ value }) => value)).find(({ id }) => !known.has(id));
  const about =
    own === undefined
      ? `DATE --kind KIND --name "NAME" --source URL`
      : `${own.id} --kind ${own.kind} --name ${quoted(own.name)}`;
  return {
    record: `${PROGRAM_CALL} record ${about}${options}`,
    correct: changes.map((change) =>
      isWhole(change.target)
        ? `add to corrections.json: ${JSON.stringify(correctionOfWhole(change))}`
        : `${PROGRAM_CALL} correct ${quoted(correction(change))} --reason "WHY"${options}`,
    ),
  };
}

/** What a maintainer writes down of a thing that was missing, or was there by mistake. */
function correctionOfWhole({ target, from, to }: PatchChange) {
  const sideOf = (value: unknown) => (value === undefined ? null : true);
  return { date: "DATE", target, from: sideOf(from), to: sideOf(to), reason: "WHY" };
}

function correction({ target, to }: PatchChange) {
  const isPlain = typeof to === "string" && parseJson(to) === undefined;
  return `${target}=${isPlain ? to : JSON.stringify(to ?? null)}`;
}

/** Explains the commands to somebody new to them. `undo` is one that undoes all edits. */
function describeFixes(
  { record, correct }: ReturnType<typeof suggestedFixes>,
  undo: string | undefined,
) {
  const shown = correct.slice(0, MOST_COMMANDS).map((command) => `  ${command}`);
  const more = correct.length - shown.length;
  return [
    "Fix each of these values in one of two ways.",
    "If the game changed, record it with the patch's date, kind (season, mid-season or hotfix) " +
      "and name:",
    `  ${record}`,
    "If the value was wrong before, correct it with the reason:",
    ...shown,
    ...(more > 0 ? [`  and so on for the other ${more}`] : []),
    ...(undo === undefined ? [] : [`Or undo all edits: ${undo}`]),
  ].join("\n");
}
