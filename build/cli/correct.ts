import type { Command } from "commander";
import { dayOf } from "../core/schema/day.ts";
import { checkValues, wholeData } from "../generator/data/check-data.ts";
import { type LoadedData, loadData, type Sourced } from "../generator/data/load-data.ts";
import { stateOf } from "../generator/data/reference.ts";
import { resolveTarget } from "../generator/history/resolve-target.ts";
import { readBaseline } from "./maintain/baseline.ts";
import {
  beforeEdit,
  type Corrected,
  correctValue,
  correctWhole,
} from "./maintain/correct-value.ts";
import { parseValue } from "./maintain/given-changes.ts";
import { isOfWhole, unrecordedChanges } from "./maintain/unrecorded-changes.ts";
import { dataToWrite, faultyDataError, finishInterrupted } from "./terminal/data-folder.ts";
import { DATA_TO_WRITE } from "./terminal/data-option.ts";
import { addExceptions, confirm, mustPass, type Texts, writeEdits } from "./terminal/edit-data.ts";
import { note, terminal, UsageError } from "./terminal/terminal.ts";

/** `gamedata correct`. */
export function addCorrectCommand(program: Command): void {
  program
    .command("correct")
    .description(
      "correct a wrong value, today and in every older state that has it; no patch gains a " +
        "change",
    )
    .argument("<correction>", "TARGET=VALUE, such as heroes/ana/health/standard=225")
    .requiredOption("--reason <text>", "the reason, in one sentence")
    .option("--source <url>", "the source of the right value")
    .option("--date <date>", "the day of the correction (default: today, UTC)")
    .option("--as-of <patch>", "correct the value after this older patch, if today's is different")
    .option("--because <text>", "why a value that looks wrong is right; goes to exceptions.json")
    .option("--base <base>", "the data before the edits, if the value is edited already")
    .option("--data <dir>", DATA_TO_WRITE)
    .option("--yes", "write without confirmation")
    .option("--json", "report as JSON")
    .action(correct);
}

type CorrectFlags = {
  reason: string;
  source?: string;
  date?: string;
  asOf?: string;
  because?: string;
  base?: string;
  data?: string;
  yes?: boolean;
  json?: boolean;
};

/** Corrects a value, after a question. `correction` is `TARGET=VALUE`. */
async function correct(
  correction: string,
  { data, base, because, yes, json, ...about }: CorrectFlags,
): Promise<void> {
  const dir = dataToWrite(data);
  const [, target, text] = /^([^=]+)=(.*)$/s.exec(correction) ?? [];
  if (target === undefined || text === undefined) {
    throw new UsageError(
      `error: "${correction}" is not a correction; expected TARGET=VALUE, such as ` +
        "heroes/ana/health/standard=225",
    );
  }
  finishInterrupted(dir);
  const { data: loaded, issues, texts } = loadData(dir);
  issues.push(...checkValues(loaded));
  if (issues.length > 0) throw faultyDataError({ ok: false, issues, texts }, dir);
  const date = about.date ?? dayOf(terminal().now);
  const wanted = { ...about, target, value: parseValue(text), date };
  const corrected = prepareCorrection(loaded, wanted, { dir, base, texts });
  mustPass(corrected.data, dir, texts);
  const edits = new Map([
    ...corrected.files.map((file) => [file, contentOf(corrected.data, file)] as const),
    ...addExceptions(loaded, corrected.data, { texts, because }),
  ]);

  const { from, to, asOf } = corrected.correction;
  const [when, there] = asOf === undefined ? ["", ""] : [` after patch ${asOf}`, " there"];
  note(
    `${target}: ${JSON.stringify(from)} was wrong${when}; it is now ${JSON.stringify(to)}${there}`,
  );
  for (const place of corrected.repeated) note(`also corrected where a patch repeats it: ${place}`);
  await confirm(`Write ${[...edits.keys()].join(", ")}?`, yes);
  const report = { correction: corrected.correction, repeated: corrected.repeated };
  writeEdits(dir, loaded, edits, { json, report });
}

/**
 * Makes the correction. Where the value is edited already, its old value comes from the baseline.
 */
function prepareCorrection(
  loaded: LoadedData,
  wanted: Parameters<typeof correctValue>[1],
  { dir, base: named, texts }: { dir: string; base: string | undefined; texts: Texts },
): Corrected {
  if (wanted.asOf !== undefined || resolveTarget(wanted.target).kind !== "modelled")
    return correctValue(loaded, wanted);
  const base = readBaseline(dir, named);
  const { patches, corrections, ...lists } = wholeData(loaded);
  const now = { state: stateOf(lists), patches, corrections };
  const unrecorded = base === undefined ? [] : unrecordedChanges(base, now);
  const isWhole = isOfWhole(wanted) && (wanted.value === true || wanted.value === null);
  if (isWhole) return correctWhole(loaded, wanted, unrecorded);
  const before = beforeEdit(loaded, wanted, unrecorded) ?? loaded;
  mustPass(before, dir, texts);
  return correctValue(before, wanted);
}

function contentOf(data: LoadedData, file: string): unknown {
  const isFile = (one: unknown): one is Sourced<unknown> =>
    typeof one === "object" && one !== null && Reflect.get(one, "file") === file;
  return Object.values<unknown>(data).flat().find(isFile)?.value;
}
