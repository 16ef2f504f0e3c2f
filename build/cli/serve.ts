import type { Command } from "commander";
import { environment } from "./terminal/terminal.ts";

/** `gamedata serve`. */
export function addServeCommand(program: Command): void {
  program
    .command("serve")
    .description("serve a site; every setting is an environment variable, which the guide lists")
    .argument(
      "[site]",
      "the folder, the tarball or the origin of a site (default: SITE, else dist)",
    )
    .action(async (site?: string) => {
      // Only here the generator's program knows the proxy.
      const { serve } = await import("../../proxy/main.ts");
      await serve(site === undefined ? environment() : { ...environment(), SITE: site });
    });
}
