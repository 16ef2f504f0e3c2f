import { isDeepStrictEqual } from "node:util";
import type { Command } from "commander";
import { dayOf } from "../core/game/day.ts";
import { UrlSchema } from "../core/schema/values.ts";
import { parseJson } from "../core/site/parse-json.ts";
import { wholeData } from "../generator/data/check-data.ts";
import type { LoadedData } from "../generator/data/load-data.ts";
import { setInFile } from "./maintain/apply-rows.ts";
import { BASE_HELP, type Baseline, readBaseline, recordedState } from "./maintain/baseline.ts";
import { type Corrected, type CorrectionOptions, correctValue } from "./maintain/correct-value.ts";
import { onlyIn, unrecordedChanges } from "./maintain/unrecorded-changes.ts";
import { DATA_TO_WRITE, dataToWrite, editableData, offeredPatch } from "./terminal/data-folder.ts";
import { writeEdit } from "./terminal/edit-data.ts";
import { type Prompt, withPrompt } from "./terminal/prompt.ts";
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
    .option("--source <url>", "the source of the right value; without it a terminal asks")
    .option("--date <date>", "the day of the correction (default: today, UTC)")
    .option("--as-of <day>", "correct the value of this day or patch, if today's is different")
    .option("--base <revision>", BASE_HELP)
    .option("--data <dir>", DATA_TO_WRITE)
    .option("--yes", "write without confirmation")
    .action(correct);
}

type CorrectFlags = Omit<CorrectionOptions, "target" | "value" | "date"> & {
  date?: string;
  base?: string;
  data?: string;
  yes?: boolean;
};

/** Corrects a value, after a question. `correction` is `TARGET=VALUE`. */
async function correct(
  correction: string,
  { base, data, yes, ...about }: CorrectFlags,
): Promise<void> {
  const dir = dataToWrite(data);
  const [, target, text] = /^([^=]+)=(.*)$/s.exec(correction) ?? [];
  if (target === undefined || text === undefined) {
    throw new UsageError(
      `error: "${correction}" is not a correction; expected TARGET=VALUE, such as ` +
        "heroes/ana/health/standard=225",
    );
  }
  const { before, texts } = editableData(dir);
  await withPrompt(yes, async (prompt) => {
    const asOf = about.asOf && offeredPatch(wholeData(before), about.asOf);
    const source = about.source ?? (await askForSource(prompt));
    const wanted: CorrectionOptions = {
      target,
      value: parseJson(text) ?? text,
      reason: about.reason,
      date: about.date ?? dayOf(terminal().now),
      ...(source && { source }),
      ...(asOf && { asOf }),
    };
    const baseline = readBaseline(dir, base, before);
    const corrected = correctValue(withoutEdit(before, wanted, baseline), wanted, baseline?.loaded);
    mergeWithEarlier(corrected, baseline);
    const committed = baseline?.loaded ?? before;
    const edit = { dir, committed, before, after: corrected.data, texts };
    await writeEdit(edit, () => showCorrection(corrected, source), prompt);
  });
}

/** The source of the right value; undefined where nobody can be asked, or nobody has one. */
async function askForSource({ canAsk, ask }: Prompt): Promise<string | undefined> {
  if (!canAsk) return undefined;
  const isUrl = (answer: string) => answer === "" || UrlSchema.safeParse(answer).success;
  return (await ask("Source of the right value, or nothing: ", isUrl)) || undefined;
}

function showCorrection(
  { correction: { target, from, to, asOf }, repeated, unsupported }: Corrected,
  source: string | undefined,
): void {
  const [when, there] = asOf === undefined ? ["", ""] : [` after patch ${asOf}`, " there"];
  note(
    `${target}: ${JSON.stringify(from)} was wrong${when}; it is now ${JSON.stringify(to)}${there}`,
  );
  for (const place of repeated) note(`also corrected where a patch repeats it: ${place}`);
  const now = source === undefined ? "removed; without --source it has none now" : "replaced";
  for (const place of unsupported)
    note(`its sources printed the old value and are ${now}: ${place}`);
}

/** The data before an edit of the value that nobody recorded, so that it becomes a correction. */
function withoutEdit(
  loaded: LoadedData,
  { target, value, asOf }: CorrectionOptions,
  baseline: Baseline | undefined,
): LoadedData {
  if (baseline === undefined || asOf !== undefined) return loaded;
  const changes = unrecordedChanges(baseline, recordedState(wholeData(loaded)));
  const edit = changes.find((change) => change.target === target);
  if (edit?.from === undefined || !isDeepStrictEqual(edit.to, value)) return loaded;
  const data = structuredClone(loaded);
  setInFile(data, target, edit.from);
  return data;
}

/** Makes one correction of two that are not committed; none where the value is as before. */
function mergeWithEarlier(corrected: Corrected, baseline: Baseline | undefined): void {
  const { correction, data } = corrected;
  const corrections = data.corrections?.value.corrections ?? [];
  const earlier = onlyIn(corrections, baseline?.corrections ?? corrections).find(
    (one) => one !== correction && one.target === correction.target && one.asOf === correction.asOf,
  );
  if (earlier === undefined) return;
  corrections.splice(corrections.indexOf(earlier), 1);
  if (isDeepStrictEqual(earlier.from, correction.to)) corrections.pop();
  else correction.from = earlier.from;
}
