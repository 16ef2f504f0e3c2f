import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { edit } from "../../helpers/data.ts";
import { setHealth } from "../data-copies.ts";
import { dataToEdit, gamedata, HEALTH, setCooldown } from "./data-to-edit.ts";

describe("an edit that no patch records is one line of build:", () => {
  it.each<[what: string, plant: (data: string) => void, line: string]>([
    [
      "a value",
      (data) => setHealth(data, 225),
      `1 value changed since the last recorded patch (${HEALTH})`,
    ],
    [
      "several values",
      (data) => {
        edit(data, "heroes/ana.json", (hero) => (hero.names.ko = "안나"));
        setCooldown(data, 13);
      },
      `2 values changed since the last recorded patch (heroes/ana/names/ko, ...)`,
    ],
  ])("%s", async (_what, plant, line) => {
    const data = dataToEdit();
    plant(data);
    const stderr = `${line}; run npm run -s gamedata -- record\n`;
    expect(await gamedata(data, ["build"])).toEqual({ status: 1, stdout: "", stderr });
  });

  it("after what else is wrong; no site is written", async () => {
    const data = dataToEdit();
    setHealth(data, 225);
    edit(data, "heroes/ana.json", (hero) => (hero.role = "tank"));
    const { status, stdout, stderr } = await gamedata(data, ["build"]);
    expect([status, stdout, existsSync(join(dirname(data), "dist"))]).toEqual([1, "", false]);
    expect(stderr).toMatch(/ {2}\(\S+\)\n\n\d+ problems? in 1 file of /);
    expect(stderr).toMatch(/\n\d values changed since the last recorded patch \(.*record\n$/);
  });
});
