import type { Command } from "commander";
import type { PackFlags } from "./actions/pack.ts";

/** `gamedata pack`. */
export function addPackCommand(program: Command): void {
  program
    .command("pack")
    .description("write the deterministic tarball of a site, and its checksum beside it")
    .argument("[site]", "the folder of a site", "dist")
    .option("--out <file>", "the tarball (default: gamedata-GAME-PATCH.tar.gz)")
    .option("--sign <keyfile>", "sign the manifest with minisign's secret key first")
    .option("--json", "report as JSON")
    .action(async (site: string, flags: PackFlags) => {
      const { pack } = await import("./actions/pack.ts");
      pack(site, flags);
    });
}
