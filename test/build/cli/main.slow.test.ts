import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it, onTestFinished } from "vitest";
import { verifySite } from "../../../build/core/site/verify-site.ts";
import { replaceFile } from "../../../build/generator/write/update-file.ts";
import { edit, temporaryFolder } from "../../helpers/data.ts";
import { PROGRAM } from "../../helpers/program.ts";
import { NEW_PATCH, smallData } from "../data-copies.ts";
import { run } from "../program.ts";

/** Errors without the note that the data of the tests is in no checkout. */
const withoutNote = (stderr: string) => stderr.replace(/^note: git does not track .*\n/m, "");

/** A run that did what it was asked for. */
async function succeed(args: string[], options: { cwd: string; env?: Record<string, string> }) {
  const { status, stdout, stderr } = await run(args, options);
  expect({ status, stderr: withoutNote(stderr) }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

it("gamedata serve --build refuses a busy port before it builds", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? `${address?.port}` : "";
  const cwd = temporaryFolder();
  const { status, stderr } = await run(["serve", "--build"], { cwd, env: { PORT: port } });
  expect([status, stderr, readdirSync(cwd)]).toEqual([
    1,
    `HOST, PORT: cannot listen on 127.0.0.1:${port}: ` +
      `listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`,
    [],
  ]);
});

describe("gamedata build", () => {
  it("says that addresses do not fit the port that PORT names", async () => {
    const cwd = temporaryFolder();
    const line = ["build", "--data", smallData()];
    const { stderr } = await run(line, { cwd, env: { PORT: "8081" } });
    expect(withoutNote(stderr)).toBe(
      "warning: PORT is 8081, but links in the site use http://127.0.0.1:8080; " +
        "set BASE_URL=http://127.0.0.1:8081 to match\n",
    );
    const env = { PORT: "8081", BASE_URL: "http://127.0.0.1:8081" };
    expect(withoutNote((await run(line, { cwd, env })).stderr)).toBe("");
  });

  it("says what it made, and that it is honest about gaps", async () => {
    const data = smallData();
    edit(data, "gaps.json", (file) => {
      file.gaps = ["heroes/ana", "maps/ilios"].map((path) => ({
        path,
        reason: "nobody has read it",
      }));
    });
    const cwd = temporaryFolder();
    const stdout = await succeed(["build", "--data", data], { cwd });
    const { files } = verifySite(join(cwd, "dist"));
    expect(stdout).toMatch(
      new RegExp(
        `^dist: Overwatch as of patch ${NEW_PATCH}, \\d+ URLs of 34 documents, ` +
          `${files.toLocaleString("en")} files, \\d+\\.\\d MB, in [\\d.]+ s\n` +
          "2 known gaps: values that are unknown or weakly sourced " +
          "\\(see the page /gaps\\)\n$",
      ),
    );
  });
});

it("gamedata verify names every file that is not as the manifest says", async () => {
  const cwd = temporaryFolder();
  await succeed(["build", "--data", smallData()], { cwd });
  unlinkSync(join(cwd, "dist/health.json.gz"));
  replaceFile(join(cwd, "dist/v1/games.json"), " ");
  replaceFile(join(cwd, "dist/v1/overwatch/heroes/루시우.json.br"), "");
  writeFileSync(join(cwd, "dist/notes.txt"), "");
  const { status, stdout, stderr } = await run(["verify", "dist"], { cwd });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  const lines = stderr.trim().split("\n");
  expect(lines.slice(0, -1).toSorted()).toEqual([
    "altered  v1/games.json",
    "altered  v1/overwatch/heroes/루시우.json.br",
    "extra    notes.txt",
    "missing  health.json.gz",
  ]);
  expect(lines.at(-1)).toBe("dist: 4 files do not match the manifest");
});

it("gamedata resolve reads the standard input of its process", () => {
  const log = "[00:00:00] ,match_start,0,King's Row (Winter),Hybrid,Team 1,Team 2\r\n";
  const input = Buffer.from(`\ufeff${log}`, "utf16le");
  const { status, stdout } = spawnSync(process.execPath, [PROGRAM, "resolve", "-", "--json"], {
    input,
  });
  expect([status, JSON.parse(`${stdout}`)]).toMatchObject([
    0,
    { ok: true, lines: 1, names: [{ id: "kings-row", variant: "winter" }] },
  ]);
});

it("gamedata mcp speaks the protocol on standard input and output", async () => {
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

it("gamedata keys issue prints a key that only its owner can read, also where the shell makes the file", () => {
  const folder = temporaryFolder();
  const words = "keys issue --name a --file keys.json > key.txt";
  execFileSync("sh", ["-c", `umask 022; "${process.execPath}" "${PROGRAM}" ${words}`], {
    cwd: folder,
  });
  const modeOf = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8);

  expect([modeOf("key.txt"), modeOf("keys.json")]).toEqual(["600", "600"]);
});
