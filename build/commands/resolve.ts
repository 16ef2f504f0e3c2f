import type { Command } from "commander";
import { DATA_TO_READ, dataToRead } from "../terminal/data-option.ts";
import type { ResolveFlags } from "./actions/resolve.ts";

/** `gamedata resolve`. */
export function addResolveCommand(program: Command): void {
  program
    .command("resolve")
    .description(
      "say what every hero and map in a Workshop match log means, in any client language",
    )
    .argument(
      "<logfiles...>",
      "logs, packed ones (.gz) or patterns of them, or - for standard input",
    )
    .option("--data <dir>", DATA_TO_READ, dataToRead())
    .option("--json", "report as JSON, a line for each log")
    .action(async (files: string[], flags: ResolveFlags) => {
      const { resolveLogs } = await import("./actions/resolve.ts");
      await resolveLogs(files, flags);
    });
}
