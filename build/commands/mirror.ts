import type { Command } from "commander";
import type { MirrorFlags } from "./actions/mirror.ts";

/** `gamedata mirror`. */
export function addMirrorCommand(program: Command): void {
  program
    .command("mirror")
    .description("bring a deployment home by its manifest, and later what has changed of it")
    .argument("<url>", "the address of the deployment; a key for it may stand in GAMEDATA_API_KEY")
    .argument(
      "<dir>",
      "the folder of the mirror; it is replaced at the end, by a whole site that was verified",
    )
    .option("--key <public>", "the minisign key that must have signed the site, or its file")
    .option("--allow-older", "with --key: take a site that was signed before the one that is there")
    .option("--json", "report as JSON")
    .action(async (url: string, dir: string, flags: MirrorFlags) => {
      const { mirror } = await import("./actions/mirror.ts");
      await mirror(url, dir, flags);
    });
}
