import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Command } from "commander";
import { packageVersion } from "../core/package.ts";
import { createMcpServer } from "./mcp/server.ts";
import { readableData } from "./terminal/data-folder.ts";
import { DATA_TO_READ, dataToRead } from "./terminal/data-option.ts";
import { EXIT } from "./terminal/terminal.ts";

/** `gamedata mcp`. */
export function addMcpCommand(program: Command): void {
  program
    .command("mcp")
    .description("run a Model Context Protocol server on standard input and output")
    .option("--data <dir>", DATA_TO_READ, dataToRead())
    .action(({ data }: { data: string }) => serveAssistant(data));
}

/** Answers an assistant on standard input, about the data of a folder. */
function serveAssistant(dir: string): void {
  const data = readableData(dir);
  serveStdio(() => createMcpServer(data, packageVersion()), {
    onerror: ({ message }) => {
      process.stderr.write(`gamedata mcp: ${message}\n`);
      // The library closes the connection after a message that is too long, and says nothing.
      if (message.includes("maximum size")) process.exitCode = EXIT.inputAtFault;
    },
  });
}
