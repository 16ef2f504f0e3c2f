import { join } from "node:path";
import type { Command } from "commander";
import { siteInMemory } from "../build-site.ts";
import { checkData, type Unsound } from "../data/check-data.ts";
import { formatIssues, formatPath } from "../data/issue.ts";
import { type GameData, newestPatch, offeredPatches } from "../data/reference.ts";
import { type ExceededLimit, exceededLimits, uploadedFiles } from "../hosts/limits.ts";
import { PACKAGE_DATA } from "../package.ts";
import { DateSchema } from "../schema/values.ts";
import { nearest } from "../spelling/nearest.ts";
import { withLock } from "../write/lock.ts";
import { finishUpdate, isUnfinished } from "../write/replace-files.ts";
import { count, InputError, note, print } from "./terminal.ts";

/** `gamedata check`. */
export function addCheckCommand(program: Command): void {
  program
    .command("check")
    .description("validate the data without writing anything")
    .option("--data <dir>", "the data folder", PACKAGE_DATA)
    .option("--json", "report as JSON")
    .action(({ data: dir, json }: { data: string; json?: boolean }) => {
      const data = checkedData(dir, json);
      const { files, exceeded } = siteSize(data);
      const summary = {
        ok: true,
        heroes: data.heroes.length,
        maps: data.maps.length,
        patches: data.patches.length,
        changes: data.patches.reduce((sum, { changes }) => sum + changes.length, 0),
        gaps: data.gaps.length,
        historyFrom: data.game.historyFrom,
        states: offeredPatches(data).length,
        files,
        exceededLimits: exceeded,
      };
      if (json) return print(JSON.stringify(summary));
      print(inWords(summary));
      for (const limit of exceeded) note(`warning: ${limitInWords(limit)}`);
    });
}

/** The site that the data makes, against what hosts take. The addresses and the version make no difference that counts. */
function siteSize(data: GameData): { files: number; exceeded: ExceededLimit[] } {
  const baseUrl = "https://gamedata.example.org";
  const options = {
    patch: newestPatch(data),
    version: "0",
    baseUrl,
    assetsUrl: `${baseUrl}/assets`,
  };
  const { manifest, textOf } = siteInMemory(data, options);
  const files = uploadedFiles(manifest);
  return { files: files.length, exceeded: exceededLimits(files, textOf) };
}

/** One host's limit does not make the data wrong; the site can go to another. */
function limitInWords({ host, what, most, has, source }: ExceededLimit): string {
  return `${host} takes at the most ${count(most)} ${what}; the site has ${count(has)} (${source})`;
}

type Summary = Record<
  "heroes" | "maps" | "patches" | "changes" | "gaps" | "states" | "files",
  number
> & {
  historyFrom: string;
  exceededLimits: readonly ExceededLimit[];
};

function inWords(summary: Summary): string {
  const { heroes, maps, patches, changes, gaps, historyFrom, states, files } = summary;
  const limits =
    summary.exceededLimits.length === 0
      ? "no host's limit is exceeded"
      : "a host's limit is exceeded";
  return (
    `${heroes} heroes, ${maps} maps, ${patches} patches with ${changes} changes, ${gaps} gaps: no problem found\n` +
    `the record joins, and leads back to ${historyFrom}: ${states} states can be rebuilt\n` +
    `the site is ${count(files)} files; ${limits}`
  );
}

/** The data of a folder; everything that is wrong with it is an `InputError`. */
export function checkedData(dir: string, json?: boolean): GameData {
  if (isUnfinished(dir)) withLock(join(dir, "patches"), () => finishUpdate(dir));
  const checked = checkData(dir);
  if (checked.ok) return checked.data;
  throw json ? new InputError(issuesAsJson(checked), true) : unsound(checked, dir);
}

/** All issues, in words. */
export function unsound(found: Unsound, dir: string): InputError {
  return new InputError(issuesAsText(found, dir));
}

function issuesAsText({ issues, texts }: Unsound, dir: string): string {
  const files = new Set(issues.map(({ file }) => file)).size;
  const found = formatIssues(issues, (file) => texts.get(file));
  return `${found}\n${issues.length} ${issues.length === 1 ? "problem" : "problems"} in ${files} ${files === 1 ? "file" : "files"} of ${dir}; nothing was written`;
}

function issuesAsJson({ issues }: Unsound): string {
  return JSON.stringify({
    ok: false,
    issues: issues.map((issue) => ({ ...issue, path: formatPath(issue.path) })),
  });
}

/**
 * The patch that is meant, whose state can be rebuilt: the one of this id, or the newest on or
 * before a date. Anything else is an `InputError` with the patch that is nearest in time.
 */
export function offeredPatch(data: GameData, name: string): string {
  const offered = offeredPatches(data).map(({ id }) => id);
  if (offered.includes(name)) return name;
  const { historyFrom } = data.game;
  const isDate = DateSchema.safeParse(name).success;
  if (data.patches.some(({ id }) => id === name) || (isDate && name < historyFrom)) {
    throw new InputError(
      `the record of values is complete from ${historyFrom} on only; ${name} is before it`,
    );
  }
  const before = offered.find((id) => id.slice(0, 10) <= name);
  if (isDate && before !== undefined) return before;
  const near = /^\d{4}-\d{2}-\d{2}/.test(name) ? before : nearest(name, offered)[0];
  const hint =
    near === undefined
      ? `the newest is ${offered[0]}, the oldest ${historyFrom}`
      : `did you mean ${near}?`;
  throw new InputError(`no patch "${name}" is recorded; ${hint}`);
}
