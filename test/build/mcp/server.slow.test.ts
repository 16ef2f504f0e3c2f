import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, it } from "vitest";
import { PROGRAM } from "../program.ts";

it("the program speaks the protocol on standard input and output", async () => {
  const program = new Client({ name: "test", version: "1" });
  await program.connect(
    new StdioClientTransport({ command: process.execPath, args: [PROGRAM, "mcp"] }),
  );
  const { content } = await program.callTool({
    name: "lookup_name",
    arguments: { name: "루시우" },
  });
  await program.close();
  expect(JSON.stringify(content)).toContain("heroes/lucio");
});
