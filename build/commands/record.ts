import type { Command } from "commander";
import { DATA_TO_WRITE } from "../terminal/data-option.ts";
import type { RecordFlags } from "./actions/record.ts";

/** `gamedata record`. */
export function addRecordCommand(program: Command): void {
  program
    .command("record")
    .description(
      "compare the edited data with the last recorded state and write the patch with its changes",
    )
    .argument(
      "[patch]",
      "the patch's date, YYYY-MM-DD; a second one of the day is found by its name, or given " +
        "with its suffix",
    )
    .option("--kind <kind>", "season, mid-season or hotfix; a recorded patch has its own")
    .option("--name <name>", "the patch's name; a recorded patch has its own")
    .option("--rename", "give a recorded patch another kind or name")
    .option("--undo", "take the newest recorded change back; values stay as they are edited")
    .option("--source <url>", "where the patch's notes are")
    .option("--summary <text>", "the patch in a sentence or two of our own")
    .option("--change <change...>", "a value that the files do not hold: TARGET=FROM:TO")
    .option(
      "--changes <file>",
      "more such values: a JSON list as a patch's file writes it, with notes and sources",
    )
    .option("--complete", "say that the official notes were read whole")
    .option("--missing <text>", "what the record of the patch lacks, in a sentence")
    .option("--empty", "record a patch that changes none of the recorded values")
    .option(
      "--base <base>",
      "the data before the edits: a folder, a site or a git revision (default: the last " +
        "commit, else dist)",
    )
    .option("--data <dir>", DATA_TO_WRITE)
    .option("--yes", "write without asking")
    .option("--json", "report as JSON")
    .action(async (patch: string | undefined, flags: RecordFlags) => {
      const { record } = await import("./actions/record.ts");
      await record(patch, flags);
    });
}
