import type { Command } from "commander";
import { dayOf } from "../core/game/day.ts";
import { UrlSchema } from "../core/schema/values.ts";
import { parseJson } from "../core/site/parse-json.ts";
import { wholeData } from "../generator/data/check-data.ts";
import { BASE_HELP, readBaseline } from "./maintain/compare-data.ts";
import { type CorrectionOptions, correctValue } from "./maintain/correct-value.ts";
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
async function correct(correction: string, { base, data, yes, ...about }: CorrectFlags) {
  const dir = dataToWrite(data);
  const [, target, text] = /^([^=]+)=(.*)$/s.exec(correction) ?? [];
  if (target === undefined || text === undefined) {
    throw new UsageError(
      `error: "${correction}" is not a correction; expected TARGET=VALUE, such as ` +
        "heroes/ana/health/standard=225",
    );
  }
  const value = parseJson(text) ?? text;
  const { before, texts } = editableData(dir);
  await withPrompt(yes, async (prompt) => {
    const asOf = about.asOf && offeredPatch(wholeData(before), about.asOf);
    const source = about.source ?? (await askForSource(prompt));
    const wanted = {
      ...about,
      target,
      value: value === 0 ? 0 : value, // JSON has no negative zero
      date: about.date ?? dayOf(terminal().now),
      source,
      asOf,
    };
    const baseline = readBaseline(dir, base, before);
    const corrected = correctValue(before, wanted, baseline);
    const committed = baseline?.loaded ?? before;
    const edit = { dir, committed, before, after: corrected.data, texts };
    await writeEdit(edit, () => showCorrection(wanted, corrected), prompt);
  });
}

/** The source of the right value; undefined where nobody can be asked, or nobody has one. */
async function askForSource({ canAsk, ask }: Prompt) {
  if (!canAsk) return undefined;
  const isUrl = (answer: string) => answer === "" || UrlSchema.safeParse(answer).success;
  return (await ask("Source of the right value, or nothing: ", isUrl)) || undefined;
}

function showCorrection(
  { target, value, asOf, source }: CorrectionOptions,
  { wrong, repeated, unsupported }: ReturnType<typeof correctValue>,
) {
  const [when, there] = asOf === undefined ? ["", ""] : [` after patch ${asOf}`, " there"];
  const now = JSON.stringify(value);
  note(`${target}: ${JSON.stringify(wrong)} was wrong${when}; it is now ${now}${there}`);
  for (const place of repeated) note(`also corrected where a patch repeats it: ${place}`);
  const are = source === undefined ? "removed; without --source it has none now" : "replaced";
  for (const place of unsupported)
    note(`its sources printed the old value and are ${are}: ${place}`);
}
