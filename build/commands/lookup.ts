import type { Command } from "commander";
import { DATA_TO_READ, dataToRead } from "../terminal/data-option.ts";
import type { LookupFlags } from "./actions/lookup.ts";

/** `gamedata lookup`. */
export function addLookupCommand(program: Command): void {
  program
    .command("lookup")
    .description("say which hero, map or ability a name means")
    .argument("<names...>", "ids, names or aliases, in any letter case")
    .option("--data <dir>", DATA_TO_READ, dataToRead())
    .option("--json", "report as JSON, a line for each name")
    .action(async (names: string[], flags: LookupFlags) => {
      const { lookUp } = await import("./actions/lookup.ts");
      lookUp(names, flags);
    });
}
