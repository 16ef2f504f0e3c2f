import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { baselineText } from "../../../build/cli/maintain/baseline.ts";
import { checkData } from "../../../build/generator/data/check-data.ts";
import { edit } from "../../helpers/data.ts";
import { addPatch, setHealth, smallData, writeJson } from "../data-copies.ts";
import { run } from "../program.ts";

const HEALTH = "heroes/ana/health/standard";

/** What a kit on record has not. */
type Kept = { names: unknown; figures: unknown; notes: unknown };

/** Published data: the record has Ana's health and her kit. */
function publishedData(): string {
  const data = smallData();
  writeJson(data, "corrections.json", { corrections: [] });
  const hero = JSON.parse(readFileSync(join(data, "heroes/ana.json"), "utf8"));
  const kit = hero.abilities.map(({ names, figures, notes, ...ability }: object & Kept) => ability);
  addPatch(data, "2099-02-01", [
    { target: HEALTH, from: 200, to: hero.health.standard },
    {
      target: "heroes/ana/abilities",
      from: [{ ...kit[0], cooldown: 16 }, ...kit.slice(1)],
      to: kit,
    },
  ]);
  const checked = checkData(data);
  if (!checked.ok) throw new Error(checked.issues[0]?.message);
  writeFileSync(join(data, "baseline.json"), baselineText(checked.data));
  return data;
}

describe("an edit that no patch records is one line of build:", () => {
  it.each<[what: string, plant: (data: string) => void, line: string]>([
    [
      "a value that a patch had changed",
      (data) => setHealth(data, 225),
      `1 value changed since the last recorded patch (${HEALTH})`,
    ],
    [
      "a cooldown of a kit that a patch had changed, and a name that none had",
      (data) =>
        edit(data, "heroes/ana.json", (hero) => {
          hero.names.ko = "안나";
          hero.abilities[0].cooldown = 13;
        }),
      `2 values changed since the last recorded patch (heroes/ana/names/ko, ...)`,
    ],
  ])("%s", async (_what, plant, line) => {
    const data = publishedData();
    plant(data);
    const result = await run(["build", "--data", data], { cwd: dirname(data) });
    const stderr = `${line}; run npm run -s gamedata -- record\n`;
    expect(result).toEqual({ status: 1, stdout: "", stderr });
  });

  it("after what else is wrong", async () => {
    const data = publishedData();
    setHealth(data, 225);
    edit(data, "heroes/ana.json", (hero) => (hero.role = "tank"));
    const { stderr } = await run(["build", "--data", data], { cwd: dirname(data) });
    expect(stderr).toMatch(/ {2}\(\S+\)\n\n\d+ problems? in 1 file of /);
    expect(stderr).toMatch(/\n\d values changed since the last recorded patch \(.*record\n$/);
  });
});
