import { spawnSync } from "node:child_process";
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

it("a line over 10 MB ends it with a message and an exit code", () => {
  const input = `${"x".repeat(11_000_000)}\n`;
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, "mcp"], { input });
  expect([status, `${stderr}`]).toEqual([1, expect.stringContaining("exceeded maximum size")]);
});
