import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { edit, filesOf, problemsOf } from "../../helpers/data.ts";
import { addPatch, setHealth } from "../data-copies.ts";
import {
  correct,
  DAY,
  dataToEdit,
  gamedata,
  HEALTH,
  PATCH_FILE,
  readData,
} from "./data-to-edit.ts";

const SOURCE = ["--source", "https://example.org/ana"];
const correctionsIn = (data: string) => readData(data, "corrections.json").corrections;

describe("gamedata correct", () => {
  it("changes one line of the hero's file, and lists the correction", async () => {
    const data = dataToEdit();
    const before = filesOf(data);
    expect(await correct(data, `${HEALTH}=225`, "--date", "2099-02-03", ...SOURCE)).toEqual({
      status: 0,
      stdout: `${join(data, "corrections.json")}\n${join(data, "heroes/ana.json")}\n`,
      stderr: `${HEALTH}: 200 was wrong; it is now 225\n`,
    });
    const after = filesOf(data);
    expect({ ...after, "corrections.json": "" }).toEqual({
      ...before,
      "heroes/ana.json": before["heroes/ana.json"]?.replace('"standard": 200', '"standard": 225'),
      "corrections.json": "",
    });
    expect(correctionsIn(data)).toEqual([
      {
        date: "2099-02-03",
        target: HEALTH,
        from: 200,
        to: 225,
        reason: "Read from the wrong column.",
        source: "https://example.org/ana",
      },
    ]);
    expect(problemsOf(data)).toEqual([]);
  });

  const old = { source: "https://example.org/200" };
  const sources = [{ url: old.source, date: "2099-02" }];
  const printed = (more: object) => (data: string) =>
    addPatch(data, DAY, [{ target: HEALTH, from: 150, to: 200, ...more }], { sources });

  it.each([
    [SOURCE, { source: "https://example.org/ana" }, "replaced"],
    [[], {}, "removed; without --source it has none now"],
  ])("drops the sources that printed the old value, with %j", async (more, left, word) => {
    const data = dataToEdit(printed({ ...old, note: "As tested." }));
    const { stderr } = await correct(data, `${HEALTH}=225`, ...more);
    expect(stderr).toContain(
      `its sources printed the old value and are ${word}: ${PATCH_FILE} changes[0]\n`,
    );
    expect(readData(data, PATCH_FILE).changes).toEqual([
      { target: HEALTH, from: 150, to: 225, note: "As tested.", ...left },
    ]);
    expect(problemsOf(data)).toEqual([]);
  });

  it("and back restores the sources that the last commit has", async () => {
    const data = dataToEdit(printed(old));
    const before = filesOf(data);
    await correct(data, `${HEALTH}=225`, ...SOURCE);
    const { stderr } = await correct(data, `${HEALTH}=200`, "--source", "https://example.net/a");
    expect(stderr).not.toContain("its sources");
    expect(filesOf(data)).toEqual(before);
  });

  it("asks for the source on a terminal, and whether to write", async () => {
    const data = dataToEdit();
    const line = ["correct", `${HEALTH}=225`, "--reason", "Wrong."];
    const asked = await gamedata(data, line, "notes\nhttps://example.org/ana\ny\n");
    expect(asked.stderr.match(/Source of the right value, or nothing: /g)).toHaveLength(2);
    expect(asked.stderr).toContain(`Write ${join(data, "corrections.json")}, `);
    expect(correctionsIn(data)).toMatchObject([{ source: "https://example.org/ana" }]);
  });

  it("takes an edit that nobody recorded for the correction", async () => {
    const data = dataToEdit();
    setHealth(data, 225);
    const { stderr } = await correct(data, `${HEALTH}=225`);
    expect(stderr).toBe(`${HEALTH}: 200 was wrong; it is now 225\n`);
    expect(await gamedata(data, ["check"])).toMatchObject({ status: 0 });
  });

  it("makes one entry of two, and none where the value is as it was", async () => {
    const data = dataToEdit();
    const before = filesOf(data);
    await correct(data, `${HEALTH}=225`);
    await correct(data, `${HEALTH}=230`);
    expect(correctionsIn(data)).toMatchObject([{ from: 200, to: 230 }]);
    await correct(data, `${HEALTH}=200`);
    expect(filesOf(data)).toEqual(before);
  });

  it("corrects the value of any day, and says which patch that is", async () => {
    const data = dataToEdit((folder) => {
      printed({})(folder);
      addPatch(folder, "2099-02-05", [{ target: HEALTH, from: 200, to: 250 }]);
    }, 250);
    const { stderr } = await correct(data, `${HEALTH}=225`, "--as-of", "2099-02-03");
    expect(stderr).toBe(
      `${HEALTH}: 200 was wrong after patch ${DAY}; it is now 225 there\n` +
        "also corrected where a patch repeats it: patches/2099-02-05.json changes[0].from\n" +
        `also corrected where a patch repeats it: ${PATCH_FILE} changes[0].to\n`,
    );
    expect((await correct(data, `${HEALTH}=1`, "--as-of", "2099-02-06")).stderr).toBe(
      `${HEALTH}: no patch after 2099-02-05 changes it, so today's value is wrong, too; leave ` +
        "out --as-of\n",
    );
    expect((await correct(data, `${HEALTH}=1`, "--as-of", "2016-01-01")).stderr).toContain(
      "the record of values is complete only from 2099-01-01 on; 2016-01-01 is earlier",
    );
  });
});

it.each<[what: string, (data: string) => void, correction: string, status: number, RegExp]>([
  [
    "data that does not pass its checks",
    (data) => edit(data, "maps/ilios.json", (map) => delete map.mode),
    `${HEALTH}=225`,
    1,
    /^maps\/ilios\.json\n/,
  ],
  [
    "a value that would not pass the checks",
    () => {},
    "heroes/ana/names/en=Lúcio",
    1,
    / {2}\(ambiguous-spelling\)/,
  ],
  ["no value", () => {}, HEALTH, 2, /^error: "heroes.*" is not a correction; expected TARGET=/],
])(
  "gamedata correct refuses, and changes no file: %s",
  async (_what, spoil, correction, status, message) => {
    const data = dataToEdit(spoil);
    const before = filesOf(data);
    const refused = await correct(data, correction);
    expect(refused.stderr).toMatch(message);
    expect([refused.status, refused.stdout]).toEqual([status, ""]);
    expect(filesOf(data)).toEqual(before);
  },
);
