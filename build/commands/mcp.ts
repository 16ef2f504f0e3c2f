import type { Command } from "commander";
import { DATA_TO_READ, dataToRead } from "../terminal/data-option.ts";

/** `gamedata mcp`. */
export function addMcpCommand(program: Command): void {
  program
    .command("mcp")
    .description("answer assistants that speak the Model Context Protocol, on standard input")
    .option("--data <dir>", DATA_TO_READ, dataToRead())
    .action(async ({ data: dir }: { data: string }) => {
      const { serveAssistant } = await import("./actions/mcp.ts");
      serveAssistant(dir);
    });
}
