import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PACKAGE_ROOT } from "../../../build/package.ts";
import { REPORTS, reportSchemas } from "../../../build/schema/reports.ts";
import { edit, temporaryFolder } from "../../helpers/data.ts";
import { smallData } from "../data-copies.ts";
import { run } from "../program.ts";

const HEALTH = "heroes/ana/health/standard";

describe("what commands print with --json", () => {
  it("is described by the schemas that are checked in; if not, run: npm run schemas", () => {
    const folder = join(PACKAGE_ROOT, "build/schema/reports");
    const files = readdirSync(folder).map((name) => [
      name,
      readFileSync(join(folder, name), "utf8"),
    ]);
    expect(Object.fromEntries(files)).toEqual(Object.fromEntries(reportSchemas()));
  });

  it("has the described shape, one document each, errors included", async () => {
    const data = smallData();
    const cwd = temporaryFolder();
    cpSync(data, join(cwd, "before"), { recursive: true });
    writeFileSync(join(cwd, "log.txt"), "[00:00:00] ,match_start,0,Ilios,Control,Team 1,Team 2\n");
    const of = async (report: keyof typeof REPORTS, status: number, ...args: string[]) => {
      const done = await run([...args, "--json"], { cwd });
      expect([args, done.status, done.stdout.split("\n").length]).toEqual([args, status, 2]);
      const parsed = REPORTS[report].safeParse(JSON.parse(done.stdout));
      expect([args, parsed.error]).toEqual([args, undefined]);
    };
    const base = ["--data", data, "--base", "before"];
    await of("check", 0, "check", ...base);
    await of("lookup", 1, "lookup", "Lucioo", "--data", data);
    await of("resolve", 0, "resolve", "log.txt", "--data", data);
    await of("problems", 1, "build", "--as-of", "2020-01-01", "--data", data);
    await of("problems", 1, "verify", "nowhere");
    await run(["build", "--data", data], { cwd });
    await of("verify", 0, "verify", "dist");
    await of("pack", 0, "pack", "dist", "--out", "site.tar.gz");
    await run(["keys", "issue", "--name", "me", "--file", "keys.json"], { cwd });
    await of("keys", 0, "keys", "list", "--file", "keys.json");
    edit(data, "heroes/ana.json", (hero) => {
      hero.health.standard = 111;
    });
    await of("issues", 1, "check", ...base);
    const about = ["--kind", "hotfix", "--name", "X", "--yes"];
    await of("record", 0, "record", "2099-02-01", ...about, ...base);
    await of("record-undo", 0, "record", "--undo", "--yes", ...base);
    await of("problems", 1, "record", "--undo", "--yes", ...base);
    await of("correct", 0, "correct", `${HEALTH}=111`, "--reason", "X", "--yes", ...base);
    edit(data, "heroes/ana.json", (hero) => {
      hero.role = 1;
    });
    await of("issues", 1, "correct", `${HEALTH}=1`, "--reason", "X", "--yes", ...base);
  });
});
