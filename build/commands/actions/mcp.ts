import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMcpServer } from "../../mcp/server.ts";
import { packageVersion } from "../../package.ts";
import { checkedData } from "../../terminal/data-folder.ts";
import { EXIT } from "../../terminal/terminal.ts";

/** Answers an assistant on standard input, about the data of a folder. */
export function serveAssistant(dir: string): void {
  const data = checkedData(dir);
  serveStdio(() => createMcpServer(data, packageVersion()), {
    onerror: ({ message }) => {
      process.stderr.write(`gamedata mcp: ${message}\n`);
      // The library closes the connection after a message that is too long, and says nothing.
      if (message.includes("maximum size")) process.exitCode = EXIT.inputAtFault;
    },
  });
}
