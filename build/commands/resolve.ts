import { type Command, Option } from "commander";
import { CODE_PAGES } from "../match-log/code-pages.ts";
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
    .addOption(
      new Option(
        "--code-page <page>",
        "of logs that are neither UTF-8 nor UTF-16 (default: the one in which most names are " +
          "known)",
      ).choices(CODE_PAGES.map(({ page }) => page)),
    )
    .option("--json", "report as JSON, a line for each log")
    .action(async (files: string[], flags: ResolveFlags) => {
      const { resolveLogs } = await import("./actions/resolve.ts");
      await resolveLogs(files, flags);
    });
}
