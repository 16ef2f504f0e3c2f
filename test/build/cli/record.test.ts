import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { edit, filesOf, problemsOf } from "../../helpers/data.ts";
import { setHealth } from "../data-copies.ts";
import { run } from "../program.ts";
import {
  DAY,
  dataToEdit,
  type Folders,
  HEAD,
  HEALTH,
  PATCH_FILE,
  record,
  recordLine,
  setCooldown,
  targetsIn,
} from "./data-to-edit.ts";

const isRoot = process.getuid?.() === 0;

/** Data with an edited health of Ana, and how it was before. */
function editedData(prepare?: (data: string) => void): Folders {
  const folders = dataToEdit(prepare);
  setHealth(folders.data, 225);
  return folders;
}

/** The same, already recorded. */
async function recordedData(): Promise<Folders> {
  const folders = editedData();
  await record(folders);
  return folders;
}

describe("gamedata record", () => {
  it("shows the changes, writes one file, and prints its path", async () => {
    const folders = dataToEdit((data) => setCooldown(data, 14));
    setHealth(folders.data, 225);
    setCooldown(folders.data, 12);
    const before = filesOf(dirname(folders.data));
    const about = ["--source", "https://example.org/notes", "--summary", "Ana is tougher."];
    expect(await record(folders, ...about, "--change", `${HEAD}=75:80`)).toEqual({
      status: 0,
      stdout: `${join(folders.data, PATCH_FILE)}\n`,
      stderr: [
        `new patch ${DAY}, Hotfix: Ana:`,
        "  heroes/ana/health/standard                200  ->  225",
        "  heroes/ana/abilities/sleep-dart/cooldown  14   ->  12",
        "  heroes/ana/hitVolume/head                 75   ->  80",
        "",
      ].join("\n"),
    });
    const { [`gamedata/${PATCH_FILE}`]: written, ...others } = filesOf(dirname(folders.data));
    expect(others).toEqual(before);
    expect(problemsOf(folders.data)).toEqual([]);
    expect(written).toMatchInlineSnapshot(`
      "{
        "$schema": "../schemas/patch.json",
        "id": "2099-02-01",
        "date": "2099-02-01",
        "kind": "hotfix",
        "name": "Hotfix: Ana",
        "sourceUrl": "https://example.org/notes",
        "summary": "Ana is tougher.",
        "completeness": {
          "state": "partial",
          "missing": "nobody has said yet that the official notes were read whole"
        },
        "changes": [
          {
            "target": "heroes/ana/health/standard",
            "from": 200,
            "to": 225
          },
          {
            "target": "heroes/ana/abilities/sleep-dart/cooldown",
            "from": 14,
            "to": 12
          },
          {
            "target": "heroes/ana/hitVolume/head",
            "from": 75,
            "to": 80
          }
        ]
      }
      "
    `);
  });

  it("adds to the newest patch, and takes its kind and name from it", async () => {
    const folders = await recordedData();
    const line = ["record", DAY, "--data", folders.data, "--base", folders.base, "--yes"];
    const added = await run([...line, "--change", `${HEAD}=75:80`], { cwd: dirname(folders.data) });
    expect(added).toMatchObject({
      status: 0,
      stderr: `added to patch ${DAY}, Hotfix: Ana:\n  ${HEAD}  75  ->  80\n`,
    });
    expect(targetsIn(folders.data)).toEqual([HEALTH, HEAD]);
  });
});

describe("gamedata record --undo", () => {
  const undo = ({ data, base }: Folders, ...more: string[]) =>
    run(["record", "--undo", "--data", data, "--base", base, ...more], {
      cwd: dirname(data),
      ...(more.includes("--yes") ? {} : { typed: "\u0004" }),
    });

  it("removes the newest recorded change, then the next, and with the last the patch", async () => {
    const folders = editedData();
    const before = filesOf(folders.data);
    await record(folders);
    const afterFirst = filesOf(folders.data);
    await record(folders, "--change", `${HEAD}=75:80`);
    expect(await undo(folders, "--yes")).toEqual({
      status: 0,
      stdout: `${join(folders.data, PATCH_FILE)}\n`,
      stderr:
        `to be removed from patch ${DAY}:\n  ${HEAD}  75  ->  80\n1 more can be removed; run ` +
        "it again for the next, or use --all\n",
    });
    expect(filesOf(folders.data)).toEqual(afterFirst);
    expect((await undo(folders, "--yes")).stderr).toContain(
      `  ${HEALTH}  200  ->  225\n  and the patch itself, which has no other\n`,
    );
    expect(filesOf(folders.data)).toEqual(before);
  });
});

/** Bad input: how it comes about, what is typed, the exit code and the message. */
const REFUSED: [string, (folders: Folders) => void, string[], number, string][] = [
  ["a bad option", () => {}, ["--kind", "hotfx"], 1, '--kind: "hotfx" is not one of season, '],
  [
    "an edited value of the wrong type",
    ({ data }) =>
      edit(data, "heroes/ana.json", (hero) => Object.assign(hero.abilities[0], { cooldown: "12" })),
    [],
    1,
    'heroes/ana.json\n  LINE  abilities[0].cooldown  "12" is a string; expected a number ' +
      "or null  (wrong-type)\n\n1 problem in 1 file of ",
  ],
  [
    "another run at work on the same data",
    ({ data }) => {
      mkdirSync(join(data, "patches.lock"));
      writeFileSync(join(data, "patches.lock", `${process.ppid}`), "");
    },
    [],
    1,
    "patches: another run is changing it; try again when it is done. If no run is active, remove ",
  ],
];

describe("gamedata record --rows", () => {
  const rowsIn = ({ data }: Folders, text: string) => {
    const file = join(dirname(data), "rows.txt");
    writeFileSync(file, text);
    return file;
  };

  it("applies confirmed rows and records them, with their step and format", async () => {
    const folders = dataToEdit((data) => setCooldown(data, 14));
    const cooldown = "heroes/ana/abilities/sleep-dart/cooldown";
    const rows = `# read\n${HEALTH}  200 -> 220 by 10%  # hp\n${cooldown}  14 -> 12 5v5\n`;
    const { status, stdout } = await record(folders, "--rows", rowsIn(folders, rows));
    expect([status, stdout.split("\n").map((file) => file.slice(-15))]).toEqual([
      0,
      ["heroes/ana.json", PATCH_FILE.slice(-15), ""],
    ]);
    const { changes } = JSON.parse(readFileSync(join(folders.data, PATCH_FILE), "utf8"));
    expect(changes).toEqual([
      { target: HEALTH, from: 200, to: 220, percent: 10 },
      { target: cooldown, from: 14, to: 12, scope: "5v5" },
    ]);
    expect(problemsOf(folders.data)).toEqual([]);
  });

  it.each([
    ["a value that is not ours", `${HEALTH}  210 -> 220`, `${HEALTH} is 200, not 210`],
    [
      "an unknown ability",
      "heroes/ana/abilities/nap/damage  - -> 5",
      "is not in the data, not new",
    ],
    [
      "a new perk without an effect",
      'heroes/ana/perks/nap  - -> {"tier":"minor","name":"Nap","effect":""}',
      "effect",
    ],
  ])("refuses %s, and changes no file", async (_what, rows, message) => {
    const folders = dataToEdit();
    const file = rowsIn(folders, rows);
    const before = filesOf(dirname(folders.data));
    const { status, stderr } = await record(folders, "--rows", file);
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(filesOf(dirname(folders.data))).toEqual(before);
  });
});

describe("gamedata record --notes", () => {
  it.each([
    ["", "the name of the file is empty; pass the path of a file"],
    ["/dev/zero", "/dev/zero is a device; pass the path of a file, or - for standard input"],
  ])("refuses %j", async (file, message) => {
    const { status, stderr } = await record(dataToEdit(), "--notes", file);
    expect([status, stderr]).toEqual([1, `${message}\n`]);
  });
});

describe("gamedata record refuses, and changes no file:", () => {
  it.each(REFUSED)("%s", async (_what, spoil, args, status, message) => {
    const folders = editedData();
    spoil(folders);
    const before = filesOf(dirname(folders.data));
    const refused = await record(folders, ...args);
    expect(refused.stderr.replaceAll(/ \d+:\d+ /g, " LINE ")).toContain(message);
    expect([refused.status, refused.stdout]).toEqual([status, ""]);
    expect(filesOf(dirname(folders.data))).toEqual(before);
  });

  it("no terminal to ask on, as wrong usage", async () => {
    const folders = editedData();
    const cwd = dirname(folders.data);
    const before = filesOf(cwd);
    expect(await run(recordLine(folders), { cwd })).toEqual({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining("error: standard input is not a terminal; use --yes to "),
    });
    expect(filesOf(cwd)).toEqual(before);
  });

  it.skipIf(isRoot)("a read-only patch file", async () => {
    const folders = await recordedData();
    const file = join(folders.data, PATCH_FILE);
    chmodSync(file, 0o444);
    const before = readFileSync(file, "utf8");
    const { status, stderr } = await record(folders, "--change", `${HEAD}=75:80`);
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(`${file}: EACCES: permission denied`),
    ]);
    expect(readFileSync(file, "utf8")).toBe(before);
  });
});

describe("on a terminal, record asks, and", () => {
  it.each([
    ["writes after", "y\n", 0],
    ["writes nothing after", "n\n", 1],
    ["writes nothing after Ctrl+C,", "\u0003", 130],
  ])("%s %j", async (_, typed, code) => {
    const folders = editedData();
    const cwd = dirname(folders.data);
    const before = filesOf(cwd);
    const { status, stderr } = await run(recordLine(folders), { cwd, typed });
    expect(stderr).toContain(`Write ${join(folders.data, PATCH_FILE)}? [y/N] `);
    expect(status).toBe(code);
    if (code === 0) return expect(targetsIn(folders.data)).toEqual([HEALTH]);
    expect(stderr).toMatch(/nothing was written\n$/);
    expect(filesOf(cwd)).toEqual(before);
  });
});
