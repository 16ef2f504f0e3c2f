import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Command } from "commander";
import { createMcpServer } from "../mcp/server.ts";
import { PACKAGE_DATA, packageVersion } from "../package.ts";
import { checkedData } from "./data.ts";

/** `gamedata mcp`. */
export function addMcpCommand(program: Command): void {
  program
    .command("mcp")
    .description("answer assistants that speak the Model Context Protocol, on standard input")
    .option("--data <dir>", "the data folder", PACKAGE_DATA)
    .action(({ data: dir }: { data: string }) => {
      const data = checkedData(dir);
      serveStdio(() => createMcpServer(data, packageVersion()));
    });
}
