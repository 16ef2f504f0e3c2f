import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PACKAGE_ROOT } from "../../../../build/core/package.ts";
import { REPORTS, reportSchemas } from "../../../../build/core/schema/reports.ts";
import { edit, temporaryFolder } from "../../../helpers/data.ts";
import { smallData } from "../../data-copies.ts";
import { run } from "../../program.ts";

const HEALTH = "heroes/ana/health/standard";

describe("what commands print with --json", () => {
  it("is described by the schemas that are checked in; if not, run: npm run schemas", () => {
    const folder = join(PACKAGE_ROOT, "build/core/schema/reports");
    const files = readdirSync(folder).map((name) => [
      name,
      readFileSync(join(folder, name), "utf8"),
    ]);
    expect(Object.fromEntries(files)).toEqual(Object.fromEntries(reportSchemas()));
  });

  it("is described for every command that has --json", async () => {
    const words = (text: string, pattern: RegExp) =>
      [...text.matchAll(pattern)].map(([, word]) => `${word}`);
    const help = async (...args: string[]) =>
      (await run([...args, "--help"], { cwd: temporaryFolder() })).stdout;
    const commands = words(await help(), /^ {2}([a-z]+) /gm).filter((name) => name !== "help");
    const keys = words(await help("keys"), /^ {2}([a-z]+) /gm).map((name) => `keys ${name}`);
    const lines = [...commands, ...keys].map((line) => line.split(" "));
    const without: string[] = [];
    for (const line of lines) {
      if (!(await help(...line)).includes("--json")) without.push(line.join(" "));
      else if (line.join(" ") !== "keys list") expect(REPORTS).toHaveProperty(line.join("-"));
    }
    // What they print is read by a server's log, a shell, an assistant; the last of them prints
    // nothing.
    expect(without).toEqual(["serve", "keys", "mcp", "schemas", "completion", "keys help"]);
  });

  it("has the described shape, one document each, errors included", async () => {
    const data = smallData();
    const cwd = temporaryFolder();
    cpSync(data, join(cwd, "before"), { recursive: true });
    writeFileSync(join(cwd, "log.txt"), "[00:00:00] ,match_start,0,Ilios,Control,Team 1,Team 2\n");
    const of = async (report: keyof typeof REPORTS, status: number, ...args: string[]) => {
      const done = await run([...args, "--json"], { cwd });
      const lines = report === "diff" ? undefined : done.stdout.split("\n").length;
      expect([args, done.status, lines ?? 2]).toEqual([args, status, 2]);
      const parsed = REPORTS[report].safeParse(JSON.parse(done.stdout));
      expect([args, parsed.error]).toEqual([args, undefined]);
      return JSON.parse(done.stdout);
    };
    const base = ["--data", data, "--base", "before"];
    await of("check", 0, "check", ...base);
    await of("lookup", 1, "lookup", "Lucioo", "--data", data);
    await of("resolve", 0, "resolve", "log.txt", "--data", data);
    await of("problems", 1, "build", "--as-of", "2020-01-01", "--data", data);
    await of("problems", 1, "verify", "nowhere");
    await of("problems", 1, "diff", "nowhere", ".", "--data", data);
    await of("problems", 1, "keys", "list", "--file", "no.json");
    await of("build", 0, "build", "--data", data);
    await of("verify", 0, "verify", "dist");
    await of("pack", 0, "pack", "dist", "--out", "site.tar.gz");
    await of("keys-issue", 0, "keys", "issue", "--name", "me", "--file", "keys.json");
    await of("keys", 0, "keys", "list", "--file", "keys.json");
    const [{ id }] = JSON.parse(readFileSync(join(cwd, "keys.json"), "utf8")).keys;
    await of("keys-revoke", 0, "keys", "revoke", id, "--file", "keys.json");
    await of("problems", 1, "keys", "revoke", "nobody", "--file", "keys.json");
    edit(data, "heroes/ana.json", (hero) => {
      hero.health.standard = 111;
    });
    await of("issues", 1, "check", ...base);
    await of("diff", 0, "diff", "dist", ".", "--data", data);
    const about = ["--kind", "hotfix", "--name", "X", "--yes"];
    await of("record", 0, "record", "2099-02-01", ...about, ...base);
    await of("record-undo", 0, "record", "--undo", "--yes", ...base);
    await of("problems", 1, "record", "--undo", "--yes", ...base);
    await of("correct", 0, "correct", `${HEALTH}=111`, "--reason", "X", "--yes", ...base);
    edit(data, "heroes/ana.json", (hero) => {
      hero.role = 1;
    });
    await of("issues", 1, "correct", `${HEALTH}=1`, "--reason", "X", "--yes", ...base);
    const place = await of("issues", 1, "build", "--data", data);
    expect(place.issues[0]).toMatchObject({ line: expect.any(Number), column: expect.any(Number) });
    for (const command of ["lookup Ana", "resolve log.txt", "diff dist ."])
      await of("issues", 1, ...command.split(" "), "--data", data);
  });
});
