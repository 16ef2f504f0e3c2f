import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { edit, temporaryFolder } from "../../helpers/data.ts";
import { type Program, start } from "../../helpers/program.ts";
import { smallData } from "../data-copies.ts";
import { bareEnvironment, run } from "../program.ts";

describe("gamedata build --watch", () => {
  /** A program that watches, and has built once. */
  async function watching(): Promise<{
    data: string;
    site: string;
    program: Program;
    next: () => Promise<unknown>;
  }> {
    const data = smallData();
    const site = join(temporaryFolder(), "dist");
    const program = start(
      ["build", "--watch", "--json", "--data", data, "--out", site],
      bareEnvironment(),
    );
    const lines = createInterface({ input: program.child.stdout ?? process.stdin })[
      Symbol.asyncIterator
    ]();
    /** What it prints of its next build. */
    const next = async () => JSON.parse((await lines.next()).value ?? "");
    expect(await next()).toMatchObject({ ok: true, isUnchanged: false });
    return { data, site, program, next };
  }

  const armorOf = (site: string) =>
    JSON.parse(readFileSync(join(site, "v1/overwatch/heroes/ana.json"), "utf8")).health
      .armor as number;

  it("builds again after each edit, also where an editor replaces the file", async () => {
    const { data, site, next } = await watching();
    for (const armor of [5, 6]) {
      edit(data, "heroes/ana.json", ({ health }) => {
        health.armor = armor;
      });
      expect(await next()).toMatchObject({ ok: true, isUnchanged: false });
      expect(armorOf(site)).toBe(armor);
    }
    const file = join(data, "heroes/ana.json");
    cpSync(file, `${file}.new`);
    edit(data, "heroes/ana.json.new", ({ health }) => {
      health.armor = 7;
    });
    renameSync(`${file}.new`, file);
    expect(await next()).toMatchObject({ ok: true, isUnchanged: false });
    expect(armorOf(site)).toBe(7);
  });

  it("reports what is wrong, leaves the site as it is, and goes on", async () => {
    const { data, site, program, next } = await watching();
    const [file, whole] = [
      join(data, "heroes/ana.json"),
      readFileSync(join(data, "heroes/ana.json"), "utf8"),
    ];
    const before = readFileSync(join(site, "manifest.json"));
    writeFileSync(file, "{");
    expect(await next()).toMatchObject({ ok: false });
    expect(readFileSync(join(site, "manifest.json"))).toEqual(before);
    writeFileSync(file, whole);
    expect(await next()).toMatchObject({ ok: true, isUnchanged: true });
    expect(program.child.exitCode).toBeNull();
  });

  it("ends where no site can be written", async () => {
    const { data, site, program } = await watching();
    rmSync(site, { recursive: true });
    writeFileSync(site, "no folder any more");
    edit(data, "heroes/ana.json", ({ health }) => {
      health.armor = 5;
    });
    expect(await program.exited).toBe(1);
    expect(program.printed.out).toContain(
      `${site} exists and is not a site; choose another folder or empty this one first`,
    );
  });

  it.each([
    ["--data", "elsewhere", 1, "elsewhere: no such folder; pass the data folder with --data\n"],
  ])("is refused with %s %s", async (option, value, status, stderr) => {
    const line = ["build", "--watch", option, value];
    expect(await run(line, { cwd: temporaryFolder() })).toEqual({ status, stdout: "", stderr });
  });
});
