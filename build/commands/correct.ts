import type { Command } from "commander";
import { DATA_TO_WRITE } from "../terminal/data-option.ts";
import type { CorrectFlags } from "./actions/correct.ts";

/** `gamedata correct`. */
export function addCorrectCommand(program: Command): void {
  program
    .command("correct")
    .description(
      "correct a value that was simply wrong, today and in every older state in which it " +
        "stood; no patch gains a change",
    )
    .argument("<correction>", "TARGET=VALUE, such as heroes/ana/health/standard=225")
    .requiredOption("--reason <text>", "why, in a sentence")
    .option("--source <url>", "where the right value was read")
    .option("--date <date>", "the day of the correction (default: today, UTC)")
    .option("--base <base>", "the data before the edits, where the value is edited already")
    .option("--data <dir>", DATA_TO_WRITE)
    .option("--yes", "write without asking")
    .option("--json", "report as JSON")
    .action(async (correction: string, flags: CorrectFlags) => {
      const { correct } = await import("./actions/correct.ts");
      await correct(correction, flags);
    });
}
