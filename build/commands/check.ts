import type { Command } from "commander";
import { DATA_TO_READ, dataToRead } from "../terminal/data-option.ts";
import type { CheckFlags } from "./actions/check.ts";

/** `gamedata check`. */
export function addCheckCommand(program: Command): void {
  program
    .command("check")
    .description("validate the data, and that every change of it is recorded, without writing")
    .option("--data <dir>", DATA_TO_READ, dataToRead())
    .option(
      "--base <base>",
      "the data before the edits: a folder, a site or a git revision (default: the last " +
        "commit, else baseline.json, else dist)",
    )
    .option("--json", "report as JSON")
    .action(async (flags: CheckFlags) => {
      const { check } = await import("./actions/check.ts");
      await check(flags);
    });
}
