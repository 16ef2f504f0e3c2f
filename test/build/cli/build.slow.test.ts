import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { edit, temporaryFolder } from "../../helpers/data.ts";
import { start } from "../../helpers/program.ts";
import { smallData } from "../data-copies.ts";
import { bareEnvironment, run } from "../program.ts";

/** Waits until what is expected holds. */
const until = (expectation: () => void) => vi.waitFor(expectation, { timeout: 30_000 });

describe("gamedata build --watch", () => {
  /** A program that watches, and has built once. */
  async function watching() {
    const data = smallData();
    const site = join(temporaryFolder(), "dist");
    const line = ["build", "--watch", "--data", data, "--out", site];
    const program = start(line, bareEnvironment());
    await until(() => expect(program.printed.out).toMatch(/ known gaps: .*\n$/));
    return { data, site, program, hero: join(data, "heroes/ana.json") };
  }

  function setArmor(data: string, armor: number, file = "heroes/ana.json"): void {
    edit(data, file, ({ health }) => {
      health.armor = armor;
    });
  }

  const armorOf = (site: string): number =>
    JSON.parse(readFileSync(join(site, "v1/overwatch/heroes/ana.json"), "utf8")).health.armor;

  it("builds again after each edit, also where an editor replaces the file", async () => {
    const { data, site, hero } = await watching();
    for (const armor of [5, 6]) {
      setArmor(data, armor);
      await until(() => expect(armorOf(site)).toBe(armor));
    }
    cpSync(hero, `${hero}.new`);
    setArmor(data, 7, "heroes/ana.json.new");
    renameSync(`${hero}.new`, hero);
    await until(() => expect(armorOf(site)).toBe(7));
  });

  it("reports what is wrong, leaves the site as it is, and goes on", async () => {
    const { site, program, hero } = await watching();
    const whole = readFileSync(hero, "utf8");
    const before = readFileSync(join(site, "manifest.json"));
    writeFileSync(hero, "{");
    await until(() => expect(program.printed.err).toContain("heroes/ana.json\n"));
    expect(readFileSync(join(site, "manifest.json"))).toEqual(before);
    writeFileSync(hero, whole);
    await until(() => expect(program.printed.out).toContain(" MB, unchanged, in "));
    expect(program.child.exitCode).toBeNull();
  });

  it("ends where no site can be written", async () => {
    const { data, site, program } = await watching();
    rmSync(site, { recursive: true });
    writeFileSync(site, "no folder any more");
    setArmor(data, 5);
    expect(await program.exited).toBe(1);
    expect(program.printed.err).toContain(
      `${site} exists and is not a site; choose another folder or empty this one first`,
    );
  });

  it("is refused without a data folder", async () => {
    const line = ["build", "--watch", "--data", "elsewhere"];
    const stderr = "elsewhere: no such folder; pass the data folder with --data\n";
    expect(await run(line, { cwd: temporaryFolder() })).toEqual({ status: 1, stdout: "", stderr });
  });
});
