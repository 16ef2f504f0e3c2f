import { type Command, InvalidArgumentError, Option } from "commander";
import type { ProbeFlags } from "./actions/probe.ts";

/** `gamedata probe`. */
export function addProbeCommand(program: Command): void {
  program
    .command("probe")
    .description("compare a deployment, path by path, with its manifest and with the contract")
    .argument("<url>", "the address of the deployment; a key for it may stand in GAMEDATA_API_KEY")
    .addOption(
      new Option("--expect <kind>", "what it has to give (default: what it looks like)").choices([
        "static",
        "proxy",
      ]),
    )
    .option(
      "--sample <n>",
      "try n paths for each kind of question, the same ones each time (default: all)",
      wholeNumber,
    )
    .option("--json", "report as JSON")
    .action(async (url: string, flags: ProbeFlags) => {
      const { probe } = await import("./actions/probe.ts");
      await probe(url, flags);
    });
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It is a whole number from 1 on.");
}
