import type { Command } from "commander";
import { DATA_TO_READ, dataToRead } from "../terminal/data-option.ts";
import type { BuildFlags } from "./actions/build.ts";

/** `gamedata build`. */
export function addBuildCommand(program: Command): void {
  program
    .command("build")
    .description("build the site, for the newest patch or as of an earlier one")
    .option("--out <dir>", "where the site is put", "dist")
    .option(
      "--as-of <patch>",
      "the patch to describe, or a date: the newest patch on or before it (default: the " +
        'newest); "every" builds all of them, side by side',
    )
    .option("--data <dir>", DATA_TO_READ, dataToRead())
    .option("--watch", "build again after each change of the data, until it is stopped")
    .option("--json", "report as JSON")
    .action(async (flags: BuildFlags) => {
      const { build } = await import("./actions/build.ts");
      await build(flags);
    });
}
