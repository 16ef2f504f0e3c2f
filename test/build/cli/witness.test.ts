import { join } from "node:path";
import { expect, it } from "vitest";
import { problemsOf } from "../../helpers/data.ts";
import { writeJson } from "../data-copies.ts";
import { DAY, dataToEdit, gamedata, HEALTH, readData } from "./data-to-edit.ts";

const DAMAGE = "heroes/ana/abilities/sleep-dart/damage";
const ABOUT = {
  id: "blog",
  family: "example.org",
  url: "https://example.org/{day}",
  licence: null,
  note: "A table.",
};

/** Runs `gamedata witness` on a table of a day. */
async function witness(values: object, ...flags: string[]) {
  const data = dataToEdit();
  writeJson(data, "../blog.json", { ...ABOUT, days: [{ day: DAY, values }] });
  const file = join(data, "../blog.json");
  return { data, file, ...(await gamedata(data, ["witness", file, ...flags])) };
}

it("prints what differs from the record, and counts what is equal", async () => {
  const values = { [HEALTH]: 225, [DAMAGE]: 5, "heroes/ana/abilities/rifle/ammo": 9 };
  const { file, status, stdout, stderr } = await witness(values);
  expect([status, stdout]).toEqual([
    1,
    `different       ${HEALTH}: 200 on record, 225 on ${DAY}\n` +
      `no such target  heroes/ana/abilities/rifle/ammo: 9 on ${DAY}\n` +
      `${file}: 1 equal, 0 behind, 1 different, 0 unknown, 1 no such target\n`,
  ]);
  expect(stderr).toContain(
    "1 of the 2 values that the record has too are equal; expected at least",
  );
});

it("puts a table in where that is asked for", async () => {
  const { data, status, stdout } = await witness({ [DAMAGE]: 5 }, "--take");
  expect([status, stdout.split("\n").at(-2)]).toEqual([0, join(data, "witnesses/blog.json")]);
  expect(readData(data, "witnesses/blog.json")).toMatchObject(ABOUT);
  expect(problemsOf(data)).toEqual([]);
});

it("refuses what is no table", async () => {
  const { status, stderr } = await witness({ [DAMAGE]: "five" });
  expect([status, stderr]).toEqual([1, expect.stringContaining(`days[0].values["${DAMAGE}"]`)]);
});
