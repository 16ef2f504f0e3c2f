import type { Command } from "commander";
import { PACKAGE_DATA, PROGRAM_CALL } from "../core/package.ts";
import { dayOf } from "../core/schema/day.ts";
import type { PatchChange } from "../core/schema/patch.ts";
import { ManifestError } from "../core/site/read-manifest.ts";
import { checkValues, wholeData } from "../generator/data/check-data.ts";
import { checkHistory } from "../generator/data/checks/rebuild-proof.ts";
import { describeEffects, type KitNumbers, kitNumbers } from "../generator/data/kit-numbers.ts";
import { type LoadedData, loadData } from "../generator/data/load-data.ts";
import {
  type GameData,
  newestPatch,
  offeredPatches,
  stateOf,
} from "../generator/data/reference.ts";
import { type Unusual, warningsOf } from "../generator/data/unusual.ts";
import {
  type ExceededLimit,
  exceededLimits,
  uploadedFiles,
} from "../generator/hosts/host-limits.ts";
import { type Baseline, readBaseline } from "./maintain/baseline.ts";
import { SnapshotError } from "./maintain/snapshot.ts";
import { unrecordedChanges } from "./maintain/unrecorded-changes.ts";
import { describeFixes, suggestedFixes, unrecordedIssues } from "./maintain/unrecorded-issues.ts";
import { finishInterrupted, issuesAsJson, issuesAsText } from "./terminal/data-folder.ts";
import { DATA_TO_READ, dataToRead } from "./terminal/data-option.ts";
import { count, InputError, note, print, terminal } from "./terminal/terminal.ts";

/** `gamedata check`. */
export function addCheckCommand(program: Command): void {
  program
    .command("check")
    .description("check that the data is valid and every change is recorded, without writing")
    .option("--data <dir>", DATA_TO_READ, dataToRead())
    .option(
      "--base <base>",
      "the data before the edits: a folder, a site or a git revision (default: the last " +
        "commit, else baseline.json, else dist)",
    )
    .option("--json", "report as JSON")
    .action(check);
}

type CheckFlags = { data: string; base?: string; json?: boolean };

/** Tells what is wrong with the data, or how much there is of it. */
async function check(flags: CheckFlags): Promise<void> {
  const { loaded, comparison } = soundData(flags);
  const data = wholeData(loaded);
  const { files, exceeded } = await siteSize(data);
  const warnings = warningsOf(loaded, dayOf(terminal().now));
  const summary = {
    ok: true,
    heroes: data.heroes.length,
    maps: data.maps.length,
    patches: data.patches.length,
    changes: data.patches.reduce((sum, { changes }) => sum + changes.length, 0),
    gaps: data.gaps.length,
    kits: kitNumbers(data),
    historyFrom: data.game.historyFrom,
    states: offeredPatches(data).length,
    files,
    comparedWith: "base" in comparison ? comparison.base.label : null,
    warnings: warnings.map(({ file, target, message }) => ({ file, target, message })),
    exceededLimits: exceeded,
  };
  if (flags.json) {
    print(JSON.stringify(summary));
    return;
  }
  print(describeSummary(summary));
  if ("obstacle" in comparison) note(`warning: ${comparison.obstacle}`);
  for (const warning of warnings) note(`warning: ${describeWarning(warning)}`);
  for (const limit of exceeded) note(`warning: ${describeLimit(limit)}`);
}

/**
 * The baseline of the data with the changes that are not recorded, or why there is no comparison.
 */
type Comparison = { base: Baseline; changes: PatchChange[] } | { obstacle?: string };

/**
 * The data of a folder, compared with its baseline. Throws an `InputError` with everything that is
 * wrong.
 */
function soundData({ data: dir, base, json = false }: CheckFlags) {
  finishInterrupted(dir);
  const { data: loaded, issues, texts } = loadData(dir);
  const comparison = issues.length > 0 ? {} : compare(loaded, dir, base);
  const changes = "base" in comparison ? comparison.changes : [];
  const gone = changes.filter(({ to }) => to === undefined).map(({ target }) => target);
  // Issues that follow from a thing that is gone are left out.
  issues.push(...checkValues(loaded).filter(({ cause }) => !gone.includes(cause ?? "")));
  // An unrecorded edit also breaks the join of the record. That is said once.
  const joins = checkHistory(loaded).filter(
    ({ unjoined }) => !changes.some(({ target }) => target === unjoined),
  );
  issues.push(...joins);
  const label = "base" in comparison ? comparison.base.label : "";
  issues.push(...unrecordedIssues(changes, loaded, label));
  if (issues.length === 0) return { loaded, comparison };

  const found = { ok: false, issues, texts } as const;
  if (!("base" in comparison) || changes.length === 0)
    throw new InputError(json ? issuesAsJson(found) : issuesAsText(found, dir), json);
  const options = [
    dir === PACKAGE_DATA ? "" : ` --data ${dir}`,
    base === undefined ? "" : ` --base ${base}`,
  ].join("");
  const typed = { program: PROGRAM_CALL, options };
  const fixes = suggestedFixes(changes, loaded, comparison.base, typed);
  if (json) throw new InputError(issuesAsJson(found, { suggestedFixes: fixes }), true);
  throw new InputError(`${issuesAsText(found, dir)}\n\n${describeFixes(fixes)}`);
}

function compare(loaded: LoadedData, dir: string, named: string | undefined): Comparison {
  try {
    const base = readBaseline(dir, named);
    if (base === undefined) return {};
    const { patches, corrections, ...lists } = wholeData(loaded);
    const now = { state: stateOf(lists), patches, corrections };
    return { base, changes: unrecordedChanges(base, now) };
  } catch (error) {
    if (!(error instanceof SnapshotError || error instanceof ManifestError)) throw error;
    return { obstacle: `not compared with the data before the edits: ${error.message}` };
  }
}

function describeWarning({ file, target, message }: Unusual): string {
  return `${file}: ${message}; if that is right, say why in exceptions.json, path "${target}"`;
}

type SiteSize = { files: number; exceeded: ExceededLimit[] };

/** The number of the site's files, and the limits of hosts that it exceeds. */
async function siteSize(data: GameData): Promise<SiteSize> {
  // Loaded here, because data with problems makes no site.
  const { siteInMemory } = await import("../generator/make-site.ts");
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

/** A limit is only a warning, since the site can go to another host. */
function describeLimit({ host, what, most, has, source }: ExceededLimit): string {
  return `${host} allows at most ${count(most)} ${what}; the site has ${count(has)} (${source})`;
}

function describeKits({
  figures,
  sureFigures,
  perks,
  effects,
  sources,
  families,
  explainedBreaks,
}: KitNumbers): string {
  const share = Math.floor((100 * sureFigures) / Math.max(figures, 1));
  return (
    `${count(figures)} figures (${share} % of them without a gap) and ${count(perks)} perks; ` +
    `changes by effect: ${describeEffects(effects)}; ${explainedBreaks} explained breaks; ` +
    `${count(sources)} sources of ${families} independent families`
  );
}

type Summary = Record<
  "heroes" | "maps" | "patches" | "changes" | "gaps" | "states" | "files",
  number
> & {
  kits: KitNumbers;
  historyFrom: string;
  comparedWith: string | null;
  exceededLimits: readonly ExceededLimit[];
};

function describeSummary(summary: Summary): string {
  const { heroes, maps, patches, changes, gaps, kits, historyFrom, states, files, comparedWith } =
    summary;
  const limits =
    summary.exceededLimits.length === 0
      ? "no host's limit is exceeded"
      : "a host's limit is exceeded";
  return (
    `${heroes} heroes, ${maps} maps, ${patches} patches with ${changes} changes, ${gaps} gaps: ` +
    `no problem found\n` +
    `the record joins, and leads back to ${historyFrom}: ${states} states can be rebuilt\n` +
    `${describeKits(kits)}\n` +
    `${comparedWith === null ? "" : `every change since ${comparedWith} is recorded\n`}` +
    `the site is ${count(files)} files; ${limits}`
  );
}
