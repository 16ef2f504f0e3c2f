import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMcpServer } from "../../mcp/server.ts";
import { packageVersion } from "../../package.ts";
import { checkedData } from "../../terminal/data-folder.ts";

/** Answers an assistant on standard input, about the data of a folder. */
export function serveAssistant(dir: string): void {
  const data = checkedData(dir);
  serveStdio(() => createMcpServer(data, packageVersion()));
}
