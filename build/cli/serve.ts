import type { Command } from "commander";
import { environment } from "./terminal/terminal.ts";

/** `gamedata serve`. */
export function addServeCommand(program: Command): void {
  program
    .command("serve")
    .description(
      'serve a site; settings are environment variables (see the guide "Operating the proxy")',
    )
    .argument(
      "[site]",
      "a site folder, a tarball, or the address of an origin (default: SITE, else dist)",
    )
    .action(async (site?: string) => {
      // Only here the generator's program knows the proxy.
      const { serve } = await import("../../proxy/main.ts");
      await serve(site === undefined ? environment() : { ...environment(), SITE: site });
    });
}
