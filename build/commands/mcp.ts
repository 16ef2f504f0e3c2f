import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Command } from "commander";
import { createMcpServer } from "../mcp/server.ts";
import { packageVersion } from "../package.ts";
import { checkedData, DATA_TO_READ, dataToRead } from "../terminal/data-folder.ts";

/** `gamedata mcp`. */
export function addMcpCommand(program: Command): void {
  program
    .command("mcp")
    .description("answer assistants that speak the Model Context Protocol, on standard input")
    .option("--data <dir>", DATA_TO_READ, dataToRead())
    .action(({ data: dir }: { data: string }) => {
      const data = checkedData(dir);
      serveStdio(() => createMcpServer(data, packageVersion()));
    });
}
