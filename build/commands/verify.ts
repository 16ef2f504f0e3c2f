import type { Command } from "commander";
import type { VerifyFlags } from "./actions/verify.ts";

/** `gamedata verify`. */
export function addVerifyCommand(program: Command): void {
  program
    .command("verify")
    .description("compare every file of a site with its manifest")
    .argument("<site>", "the folder of a site, or a tarball of one")
    .option("--key <public>", "the minisign key that must have signed it, or its file")
    .option("--json", "report as JSON")
    .action(async (site: string, flags: VerifyFlags) => {
      const { verify } = await import("./actions/verify.ts");
      verify(site, flags);
    });
}
