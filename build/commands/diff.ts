import { type Command, Option } from "commander";
import { DATA_TO_READ, dataToRead } from "../terminal/data-option.ts";
import type { DiffFlags } from "./actions/diff.ts";

/** `gamedata diff`. */
export function addDiffCommand(program: Command): void {
  program
    .command("diff")
    .description(
      "what changed between two sites (folders, tarballs), two patches of the record, or two " +
        "git revisions of the data",
    )
    .argument("<old>")
    .argument("<new>", "a dot is the data as it stands in the folder")
    .addOption(
      new Option("--format <format>").choices(["text", "markdown", "json"]).default("text"),
    )
    .option("--json", "the same as --format json")
    .option("--exit-code", "exit with 1 where there are differences")
    .option("--data <dir>", DATA_TO_READ, dataToRead())
    .action(async (old: string, now: string, flags: DiffFlags) => {
      const { diff } = await import("./actions/diff.ts");
      diff(old, now, flags);
    });
}
