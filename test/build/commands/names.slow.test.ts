import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { inCodePage } from "../../helpers/code-pages.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { PROGRAM, run } from "../program.ts";
import { LOG } from "./small-log.ts";

it("gamedata resolve reads the standard input of its process", () => {
  const input = Buffer.from(`\ufeff${LOG.replace("Tracr", "Tracer")}`, "utf16le");
  const { status, stdout } = spawnSync(process.execPath, [PROGRAM, "resolve", "-", "--json"], {
    input,
  });
  expect([status, JSON.parse(stdout.toString())]).toMatchObject([
    0,
    { ok: true, lines: 3, names: [{ id: "kings-row" }, { id: "lucio" }, { id: "tracer" }] },
  ]);
});

it("gamedata resolve asks for a file where a log in a code page is too long to pipe", async () => {
  const known = inCodePage(LOG, "euc-kr");
  const rest = Array.from({ length: 640 }, () => Buffer.alloc(100_000, `${"x".repeat(99)}\n`));
  const cwd = temporaryFolder();
  const long = (first: Buffer) => run(["resolve", "-"], { cwd, piped: [first, ...rest] });
  const { status, stdout, stderr } = await long(known);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/longer than 64,000,000 bytes.*save it in a file, and name the file\n$/);
  expect((await long(Buffer.from(LOG))).stdout).toContain("  루시우  heroes/lucio");
});
