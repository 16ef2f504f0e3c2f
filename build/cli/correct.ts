import type { Command } from "commander";
import { dayOf } from "../core/game/day.ts";
import { parseJson } from "../core/site/parse-json.ts";
import { wholeData } from "../generator/data/check-data.ts";
import { type CorrectionOptions, correctValue } from "./maintain/correct-value.ts";
import { addEditOptions, type EditFlags, editData } from "./maintain/edit-data.ts";
import { offeredPatch } from "./terminal/data-folder.ts";
import { askForAddress } from "./terminal/prompt.ts";
import { note, terminal, UsageError } from "./terminal/terminal.ts";

/** `gamedata correct`. */
export function addCorrectCommand(program: Command): void {
  const command = program
    .command("correct")
    .description(
      "correct a wrong value, today and in every older state that has it; no patch gains a " +
        "change",
    )
    .argument("<correction>", "TARGET=VALUE, such as heroes/ana/health/standard=225")
    .requiredOption("--reason <text>", "the reason, in one sentence")
    .option("--source <url>", "the source of the right value; without it a terminal asks")
    .option("--date <date>", "the day of the correction (default: today, UTC)")
    .option("--as-of <day>", "correct the value of this day or patch, if today's is different");
  addEditOptions(command).action(correct);
}

type CorrectFlags = EditFlags &
  Omit<CorrectionOptions, "target" | "value" | "date"> & { date?: string };

/** Corrects a value, after a question. `correction` is `TARGET=VALUE`. */
async function correct(correction: string, { reason, ...flags }: CorrectFlags) {
  const [, target, text] = /^([^=]+)=(.*)$/s.exec(correction) ?? [];
  if (target === undefined || text === undefined) {
    throw new UsageError(
      `error: "${correction}" is not a correction; expected TARGET=VALUE, such as ` +
        "heroes/ana/health/standard=225",
    );
  }
  const value = parseJson(text) ?? text;
  await editData(flags, async (before, committed, prompt) => {
    const wanted = {
      target,
      value: value === 0 ? 0 : value, // JSON has no negative zero
      reason,
      date: flags.date ?? dayOf(terminal().now),
      asOf: flags.asOf && offeredPatch(wholeData(before), flags.asOf),
      source:
        flags.source ?? (await askForAddress(prompt, "Source of the right value, or nothing: ")),
    };
    const corrected = correctValue(before, wanted, committed);
    return { ...corrected, show: () => showCorrection(wanted, corrected) };
  });
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
