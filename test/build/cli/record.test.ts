import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { edit, problemsOf, temporaryFolder } from "../../helpers/data.ts";
import { addPatch, setHealth, writeJson } from "../data-copies.ts";
import { run } from "../program.ts";
import {
  correct,
  correctLine,
  DAY,
  dataToEdit,
  filesOf,
  HEAD,
  HEALTH,
  PATCH_FILE,
  readPatch,
  record,
  recordLine,
  setCooldown,
  targetsIn,
} from "./data-to-edit.ts";

const isRoot = process.getuid?.() === 0;
const hasGit = spawnSync("git", ["--version"]).status === 0;

describe("gamedata record", () => {
  it("writes the patch as the other files are written, and prints where", async () => {
    const folders = dataToEdit();
    setHealth(folders.data, 225);
    const { status, stdout } = await record(
      folders,
      ...[
        "--source",
        "https://example.org/notes",
        "--summary",
        "Ana is tougher.",
        "--change",
        `${HEAD}=75:80`,
      ],
    );
    expect(status).toBe(0);
    expect(stdout).toBe(`${join(folders.data, PATCH_FILE)}\n`);
    expect(readFileSync(join(folders.data, PATCH_FILE), "utf8")).toMatchInlineSnapshot(`
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
            "target": "heroes/ana/hitVolume/head",
            "from": 75,
            "to": 80
          }
        ]
      }
      "
    `);
  });

  it("shows the changes before it writes them", async () => {
    const folders = dataToEdit((data) => setCooldown(data, 14));
    setHealth(folders.data, 225);
    setCooldown(folders.data, 12);
    expect((await record(folders, "--change", `${HEAD}=75:80`)).stderr).toBe(
      [
        `new patch ${DAY}, Hotfix: Ana:`,
        "  heroes/ana/health/standard                200  ->  225",
        "  heroes/ana/abilities/sleep-dart/cooldown  14   ->  12",
        "  heroes/ana/hitVolume/head                 75   ->  80",
        "",
      ].join("\n"),
    );
  });

  it("changes no other file and leaves none behind", async () => {
    const folders = dataToEdit();
    setHealth(folders.data, 225);
    const before = filesOf(dirname(folders.data));
    await record(folders);
    const { [`gamedata/${PATCH_FILE}`]: written, ...others } = filesOf(dirname(folders.data));
    expect(written).toBeDefined();
    expect(others).toEqual(before);
  });

  it("leaves data that passes its checks", async () => {
    const folders = dataToEdit();
    setHealth(folders.data, 225);
    await record(folders);
    expect(problemsOf(folders.data)).toEqual([]);
  });

  it("records a hero whose file is new as a whole", async () => {
    const folders = dataToEdit();
    const ana: object = JSON.parse(readFileSync(join(folders.data, "heroes/ana.json"), "utf8"));
    const names = { en: "Amari", ko: "아마리", zh: "阿马里" };
    writeJson(folders.data, "heroes/amari.json", {
      ...ana,
      id: "amari",
      monogram: "Am",
      names,
      aliases: [],
    });
    expect((await record(folders)).stderr).toBe(
      `new patch ${DAY}, Hotfix: Ana:\n  heroes/amari  (new)  ->  Amari\n`,
    );
    expect(problemsOf(folders.data)).toEqual([]);
  });

  it("records a hero whose file is gone", async () => {
    const folders = dataToEdit();
    rmSync(join(folders.data, "heroes/lucio.json"));
    expect((await record(folders)).stderr).toBe(
      `new patch ${DAY}, Hotfix: Ana:\n  heroes/lucio  Lúcio  ->  (gone)\n`,
    );
    expect(problemsOf(folders.data)).toEqual([]);
  });

  it("records a map whose file is new as a whole", async () => {
    const folders = dataToEdit();
    const sources = [{ url: "https://example.org", date: "2026-06" }];
    const map = { id: "harbor", name: "Harbor", mode: "push", aliases: [], variants: [], sources };
    writeJson(folders.data, "maps/harbor.json", map);
    expect((await record(folders)).stderr).toBe(
      `new patch ${DAY}, Hotfix: Ana:\n  maps/harbor  (new)  ->  Harbor\n`,
    );
    expect(problemsOf(folders.data)).toEqual([]);
  });

  it("adds to the patch when it is run again", async () => {
    const folders = dataToEdit();
    setHealth(folders.data, 225);
    await record(folders);
    const { status, stderr } = await record(folders, "--change", `${HEAD}=75:80`);
    expect(status).toBe(0);
    expect(stderr).toBe(`added to patch ${DAY}, Hotfix: Ana:\n  ${HEAD}  75  ->  80\n`);
    expect(targetsIn(folders.data)).toEqual([HEALTH, HEAD]);
  });

  it("writes a second patch of the day into a file of its own", async () => {
    const folders = dataToEdit();
    setHealth(folders.data, 225);
    await record(folders);
    setHealth(folders.data, 250);
    const { stdout } = await record(folders, "--name", "Hotfix: Ana again");
    expect(stdout).toBe(`${join(folders.data, `patches/${DAY}-b.json`)}\n`);
    expect(readPatch(folders.data, `${DAY}-b`).changes).toEqual([
      { target: HEALTH, from: 225, to: 250 },
    ]);
    expect(problemsOf(folders.data)).toEqual([]);
  });

  it("tells of a change that is none any more because its value went back", async () => {
    const folders = dataToEdit((data) => setCooldown(data, 14));
    setHealth(folders.data, 225);
    setCooldown(folders.data, 12);
    await record(folders);
    setHealth(folders.data, 200);
    const { status, stderr } = await record(folders);
    expect(status).toBe(0);
    expect(stderr).toContain(`${HEALTH}  no longer a change\n`);
    expect(targetsIn(folders.data)).toEqual(["heroes/ana/abilities/sleep-dart/cooldown"]);
  });

  it("records a patch without changes where --empty says that it is meant", async () => {
    const folders = dataToEdit();
    expect((await record(folders, "--empty")).status).toBe(0);
    expect(readPatch(folders.data).changes).toEqual([]);
    expect(problemsOf(folders.data)).toEqual([]);
  });

  it("takes a correction that is not committed for no change", async () => {
    const folders = dataToEdit();
    await correct(folders.data, `${HEALTH}=225`);
    const before = filesOf(folders.data);
    const { status, stderr } = await record(folders);
    expect(status).toBe(1);
    expect(stderr).toContain("nothing differs from the recorded state");
    expect(filesOf(folders.data)).toEqual(before);
  });

  it("takes kind and name of a recorded patch from it, where they are left out", async () => {
    const folders = dataToEdit();
    setHealth(folders.data, 225);
    await record(folders);
    const line = ["record", DAY, "--data", folders.data, "--base", folders.base, "--yes"];
    const done = await run([...line, "--change", `${HEAD}=75:80`], { cwd: dirname(folders.data) });
    expect([done.status, readPatch(folders.data).name]).toEqual([0, "Hotfix: Ana"]);
  });

  it("gives a recorded patch another kind or name only with --rename, and shows both", async () => {
    const folders = dataToEdit();
    setHealth(folders.data, 225);
    await record(folders);
    const before = filesOf(folders.data);
    const other = ["--kind", "season", "--name", "Season 99"];
    expect(await record(folders, "--kind", "season")).toMatchObject({
      status: 1,
      stderr:
        `--kind: patch ${DAY} is recorded with the kind "hotfix", not "season"; say ` +
        "--rename " +
        "to change that\n",
    });
    expect(filesOf(folders.data)).toEqual(before);
    const { status, stderr } = await record(folders, ...other, "--rename");
    expect([status, stderr]).toEqual([
      0,
      `added to patch ${DAY}, Season 99:\n  kind  "hotfix"  ->  "season"\n` +
        '  name  "Hotfix: Ana"  ->  "Season 99"\n',
    ]);
    expect(readPatch(folders.data)).toMatchObject({ kind: "season", name: "Season 99" });
  });

  it("says that there is nothing to record, and changes nothing, when run again", async () => {
    const folders = dataToEdit();
    setHealth(folders.data, 225);
    await record(folders);
    const before = filesOf(folders.data);
    const { status, stderr } = await record(folders);
    expect([status, stderr]).toEqual([
      1,
      `nothing to record: nothing has changed since patch ${DAY} was recorded (compared ` +
        `with ${folders.base})\n`,
    ]);
    expect(filesOf(folders.data)).toEqual(before);
  });

  it("takes the only change of a patch out when its value went back", async () => {
    const folders = dataToEdit();
    setHealth(folders.data, 225);
    await record(folders);
    setHealth(folders.data, 200);
    const { status, stderr } = await record(folders);
    expect([status, stderr]).toEqual([
      0,
      `added to patch ${DAY}, Hotfix: Ana:\n  ${HEALTH}  no longer a change\nthe patch ` +
        "changes nothing now; gamedata record --undo takes it out\n",
    ]);
    expect(targetsIn(folders.data)).toEqual([]);
    expect(problemsOf(folders.data)).toEqual([]);
  });

  it("tells of an older patch whose record was edited, with its values", async () => {
    const folders = dataToEdit((data) =>
      addPatch(data, "2099-01-15", [{ target: HEAD, from: 75, to: 80 }]),
    );
    addPatch(folders.data, "2099-01-15", [{ target: HEAD, from: 75, to: 90 }]);
    setHealth(folders.data, 225);
    expect((await record(folders)).stderr).toContain(
      `the record of patch 2099-01-15 was edited, too:\n  ${HEAD}  75 to 80  ->  75 to 90\n`,
    );
  });

  it.skipIf(!hasGit)("compares with the last commit where it is told nothing else", async () => {
    const { data } = dataToEdit();
    const person = ["-c", "user.name=tester", "-c", "user.email=tester@example.org"];
    const git = (...args: string[]) =>
      execFileSync("git", [...person, ...args], { cwd: dirname(data) });
    git("init", "-q");
    git("add", "-A");
    git("commit", "-q", "-m", "data");
    setHealth(data, 225);
    const { status } = await run(
      ["record", DAY, "--kind", "hotfix", "--name", "Hotfix", "--data", data, "--yes"],
      {
        cwd: dirname(data),
      },
    );
    expect(status).toBe(0);
    expect(targetsIn(data)).toEqual([HEALTH]);
  });
});

describe("gamedata record --undo", () => {
  const undo = ({ data, base }: Folders, ...more: string[]) =>
    run(["record", "--undo", "--data", data, "--base", base, ...more], {
      cwd: dirname(data),
      ...(more.includes("--yes") ? {} : { typed: "\u0004" }),
    });

  it("takes back the newest recorded change, then the next, with the last the patch", async () => {
    const folders = dataToEdit();
    setHealth(folders.data, 225);
    const before = filesOf(folders.data);
    await record(folders);
    const afterFirst = filesOf(folders.data);
    await record(folders, "--change", `${HEAD}=75:80`);
    expect(await undo(folders, "--yes")).toEqual({
      status: 0,
      stdout: `${join(folders.data, PATCH_FILE)}\n`,
      stderr:
        `to be taken back from patch ${DAY}:\n  ${HEAD}  75  ->  80\n1 more can be taken ` +
        "back; run it again for the next\n",
    });
    expect(filesOf(folders.data)).toEqual(afterFirst);
    expect((await undo(folders, "--yes")).stderr).toContain(
      `  ${HEALTH}  200  ->  225\n  and the patch itself, which has no other\n`,
    );
    expect(filesOf(folders.data)).toEqual(before);
  });

  it("leaves what was recorded before the edits, and says so", async () => {
    const change = { target: HEALTH, from: 150, to: 200 };
    const folders = dataToEdit((data) => addPatch(data, DAY, [change], { name: "Hotfix: Ana" }));
    const before = filesOf(folders.data);
    setHealth(folders.data, 225);
    await record(folders, "--change", `${HEAD}=75:80`);
    await undo(folders, "--yes");
    await undo(folders, "--yes");
    setHealth(folders.data, 200);
    expect(filesOf(folders.data)).toEqual(before);
    const { status, stderr } = await undo(folders, "--yes");
    expect([status, stderr]).toEqual([
      1,
      `nothing to take back: patch ${DAY} stands so in ${folders.base}; what is committed ` +
        "is taken back by reverting its commit\n",
    ]);
  });

  it("asks, and writes nothing after Ctrl+D", async () => {
    const folders = dataToEdit();
    setHealth(folders.data, 225);
    await record(folders);
    const before = filesOf(folders.data);
    const { status, stderr } = await undo(folders);
    expect(stderr).toMatch(/Remove .*2099-02-01\.json\? \[y\/N\] .*\nnothing was written\n$/);
    expect(status).toBe(130);
    expect(filesOf(folders.data)).toEqual(before);
  });
});

describe("gamedata correct", () => {
  it("corrects one line of the hero's file, and prints what it wrote", async () => {
    const { data } = dataToEdit();
    const before = filesOf(data);
    const { status, stdout, stderr } = await correct(data, `${HEALTH}=225`);
    expect([status, stderr]).toEqual([0, `${HEALTH}: 200 was wrong, 225 stands now\n`]);
    expect(stdout).toBe(`${join(data, "heroes/ana.json")}\n${join(data, "corrections.json")}\n`);
    expect(filesOf(data)["heroes/ana.json"]).toBe(
      before["heroes/ana.json"]?.replace('"standard": 200', '"standard": 225'),
    );
  });

  it("lists it with its day, its reason and its source", async () => {
    const { data } = dataToEdit();
    await correct(
      data,
      `${HEALTH}=225`,
      "--date",
      "2099-02-03",
      "--source",
      "https://example.org/ana",
    );
    expect(filesOf(data)["corrections.json"]).toMatchInlineSnapshot(`
      "{
        "$schema": "schemas/corrections.json",
        "corrections": [
          {
            "date": "2099-02-03",
            "target": "heroes/ana/health/standard",
            "from": 200,
            "to": 225,
            "reason": "Read from the wrong column.",
            "source": "https://example.org/ana"
          }
        ]
      }
      "
    `);
  });

  it("lists it under a calendar day where none is given", async () => {
    const { data } = dataToEdit();
    await correct(data, `${HEALTH}=225`);
    expect(filesOf(data)["corrections.json"]).toMatch(/"date": "\d{4}-\d{2}-\d{2}"/);
  });

  it("changes no byte of any patch", async () => {
    const { data } = dataToEdit();
    const patches = filesOf(join(data, "patches"));
    await correct(data, `${HEALTH}=225`);
    expect(filesOf(join(data, "patches"))).toEqual(patches);
    expect(problemsOf(data)).toEqual([]);
  });

  it("corrects the patch that repeats the value, and says so", async () => {
    const { data } = dataToEdit((folder) =>
      addPatch(folder, DAY, [{ target: HEALTH, from: 150, to: 200 }]),
    );
    const { stdout, stderr } = await correct(data, `${HEALTH}=225`);
    expect(stderr).toBe(
      `${HEALTH}: 200 was wrong, 225 stands now\nalso corrected where a patch repeats it: ` +
        `${PATCH_FILE} changes[0].to\n`,
    );
    expect(stdout).toContain(join(data, PATCH_FILE));
    expect(readPatch(data).changes).toEqual([{ target: HEALTH, from: 150, to: 225 }]);
    expect(problemsOf(data)).toEqual([]);
  });

  it.each<[correction: string, file: string, expected: string]>([
    ["heroes/ana/names/ko=안나", "heroes/ana.json", '"ko": "안나"'],
    ["heroes/ana/abilities/nano-boost/description=null", "heroes/ana.json", '"description": null'],
    ['roles/tank/name="76"', "roles.json", '"name": "76"'],
    ["maps/ilios/name=A = B", "maps/ilios.json", '"name": "A = B"'],
  ])(
    "reads the right value as JSON where it is JSON, else as text: %s",
    async (correction, file, expected) => {
      const { data } = dataToEdit();
      expect((await correct(data, correction)).status).toBe(0);
      expect(filesOf(data)[file]).toContain(expected);
    },
  );
});

type Folders = { data: string; base: string };

/** Bad input of `record`: how it comes about, what is typed, and what the person is told. */
const BAD_RECORDS: [
  what: string,
  spoil: (folders: Folders) => void,
  args: string[],
  message: string,
][] = [
  [
    "the recorded data does not pass its checks",
    ({ base }) => edit(base, "heroes/ana.json", (hero) => delete hero.role),
    [],
    "does not pass its checks, so there is nothing to record on: heroes/ana.json: ",
  ],
  [
    "the recorded data has a record that does not join",
    ({ base }) => addPatch(base, "2099-01-02", [{ target: HEALTH, from: 1, to: 2 }]),
    [],
    "so there is nothing to record on: patches/2099-01-02.json: the record of " +
      "heroes/ana/health/standard does not join",
  ],
  [
    "the record was edited and does not join any more",
    ({ data }) =>
      addPatch(data, "2099-01-01", [{ target: "heroes/ana/health/armor", from: 1, to: 2 }]),
    [],
    "patches/2099-01-01.json\n  LINE  changes[0].to  the record of heroes/ana/health/armor " +
      "does not join",
  ],
  [
    "the patch is older than the newest one",
    () => {},
    ["2098-12-31"],
    "PATCH: 2098-12-31 is older than the newest recorded patch, 2099-01-01; only the " +
      "newest can be recorded or added to, since the data is written as of it\n",
  ],
  [
    "the date is impossible",
    () => {},
    ["2099-02-30"],
    'PATCH: "2099-02-30" is no patch id; expected its date, such as 2026-08-11, or 2026-08-11-b\n',
  ],
  [
    "the suffix leaves a gap",
    () => {},
    ["2099-02-01-c"],
    'id  "2099-02-01-c" follows "2099-02-01-b", which is not recorded; suffixes of one day ' +
      "run -b, -c, ... without gaps after the plain date",
  ],
  [
    "the kind is unknown",
    () => {},
    ["--kind", "hotfx"],
    '--kind: "hotfx" is none of season, mid-season, hotfix\n',
  ],
  ["the name is empty", () => {}, ["--name", ""], "--name: expected one line of text\n"],
  [
    "the source is no address",
    () => {},
    ["--source", "patch notes"],
    '--source: "patch notes" is no address; expected an absolute http or https address\n',
  ],
  [
    "a change names what does not exist",
    () => {},
    ["--change", "heroes/anna/hitVolume/head=:true"],
    'changes[1].target  heroes/anna/hitVolume/head: there is no "anna" in heroes, today or ' +
      'in any recorded patch; did you mean "ana"?  (unknown-target)',
  ],
  [
    "a change names a value that would not be replayed",
    () => {},
    ["--change", "heroes/ana/health/armour=0:25"],
    '"armour" would not be replayed; did you mean "armor"?',
  ],
  [
    "a change changes nothing",
    () => {},
    ["--change", `${HEAD}=75:75`],
    `${HEAD}: "from" and "to" are the same; that is no change  (empty-change)`,
  ],
  ...[HEALTH, "heroes/ana/abilities/biotic-rifle/damage"].map(
    (target): (typeof BAD_RECORDS)[number] => [
      `a change is of a value in the files: ${target}`,
      () => {},
      ["--change", `${target}=200:225`],
      `--change: ${target} is a value of the data files; edit it there, and record compares\n`,
    ],
  ),
  [
    "an edited value has the wrong type",
    ({ data }) =>
      edit(data, "heroes/ana.json", (hero) => Object.assign(hero.abilities[0], { cooldown: "12" })),
    [],
    'heroes/ana.json\n  LINE  abilities[0].cooldown  "12" is a string; expected a number ' +
      "or null  (wrong-type)\n\n1 problem in 1 file of ",
  ],
  [
    "an edited file is no JSON",
    ({ data }) => writeFileSync(join(data, "heroes/ana.json"), '{ "id": "ana", }\n'),
    [],
    "heroes/ana.json\n  LINE  no valid JSON: ",
  ],
  [
    "an edited kit is in no order that it may have",
    ({ data }) => edit(data, "heroes/ana.json", (hero) => hero.abilities.reverse()),
    [],
    "  (kit-order)",
  ],
  [
    "nothing differs",
    ({ data, base }) => cpSync(base, data, { recursive: true }),
    [],
    "nothing to record: nothing differs from the recorded state (compared with BASE); edit " +
      "the values first, or say --empty for a patch that changes none of them\n",
  ],
  [
    "the baseline is none",
    () => {},
    ["--base", "nowhere"],
    '--base: "nowhere" is neither a data folder, nor a built site, nor a git revision\n',
  ],
];

describe("gamedata record refuses, and changes no file, where", () => {
  it.each(BAD_RECORDS)("%s", async (_what, spoil, args, message) => {
    const folders = dataToEdit();
    setHealth(folders.data, 225);
    spoil(folders);
    const before = filesOf(dirname(folders.data));
    const [patch, more] = /^\d/.test(args[0] ?? "") ? [args[0] ?? "", args.slice(1)] : [DAY, args];
    const line = recordLine(folders, "--yes", ...more).with(1, patch);
    const { status, stdout, stderr } = await run(line, { cwd: dirname(folders.data) });
    expect(stderr.replaceAll(folders.base, "BASE").replaceAll(/ \d+:\d+ /g, " LINE ")).toContain(
      message,
    );
    expect([status, stdout]).toEqual([1, ""]);
    expect(filesOf(dirname(folders.data))).toEqual(before);
  });

  it.each<[what: string, args: string[], message: string]>([
    [
      "there is no terminal to ask on",
      ["record", DAY, "--kind", "hotfix", "--name", "Hotfix: Ana"],
      "error: standard input is no terminal to ask on; give --yes to write without asking\n",
    ],
    [
      "no kind is given",
      ["record", DAY, "--name", "X", "--yes"],
      "error: required option '--kind <kind>' not specified",
    ],
    [
      "no name is given",
      ["record", DAY, "--kind", "hotfix", "--yes"],
      "error: required option '--name <name>'",
    ],
    [
      "no patch is given",
      ["record", "--kind", "hotfix", "--name", "X"],
      "error: missing required argument 'patch'",
    ],
    [
      "an option is unknown",
      ["record", DAY, "--kind", "hotfix", "--name", "X", "--yess"],
      "error: unknown option '--yess'\n(Did you mean --yes?)",
    ],
  ])("%s, as wrong usage", async (_what, args, message) => {
    const { data, base } = dataToEdit();
    setHealth(data, 225);
    const before = filesOf(dirname(data));
    const { status, stdout, stderr } = await run([...args, "--data", data, "--base", base], {
      cwd: dirname(data),
    });
    expect(stderr).toContain(message);
    expect([status, stdout]).toEqual([2, ""]);
    expect(filesOf(dirname(data))).toEqual(before);
  });

  it("there is no such folder", async () => {
    const { base } = dataToEdit();
    const data = join(temporaryFolder(), "nowhere");
    const { status, stdout, stderr } = await record({ data, base: dirname(base) });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(`${data}: there is no such folder\n`);
  });

  it.skipIf(isRoot)("the patch's file is read-only", async () => {
    const folders = dataToEdit();
    setHealth(folders.data, 225);
    await record(folders);
    chmodSync(join(folders.data, PATCH_FILE), 0o444);
    const before = filesOf(dirname(folders.data));
    const { status, stderr } = await record(folders, "--change", `${HEAD}=75:80`);
    expect(status).toBe(1);
    expect(stderr).toContain(`${join(folders.data, PATCH_FILE)}: EACCES: permission denied`);
    expect(filesOf(dirname(folders.data))).toEqual(before);
  });

  it("another run is at work on the same data", async () => {
    const folders = dataToEdit();
    setHealth(folders.data, 225);
    mkdirSync(join(folders.data, "patches.lock"));
    writeFileSync(join(folders.data, "patches.lock", `${process.ppid}`), "");
    const before = filesOf(dirname(folders.data));
    const { status, stderr } = await record(folders);
    const lock = join(folders.data, "patches");
    expect(stderr).toBe(
      `${lock}: another run is changing it; try again when it is done. If none runs, remove ` +
        `${lock}.lock\n`,
    );
    expect(status).toBe(1);
    expect(filesOf(dirname(folders.data))).toEqual(before);
  });
});

/**
 * Bad input of `correct`, like that of `record`; the exit code is 2 where the command line is at
 * fault.
 */
const BAD_CORRECTIONS: [
  what: string,
  spoil: (data: string) => void,
  args: string[],
  status: number,
  message: string,
][] = [
  [
    "the data does not pass its checks",
    (data) => edit(data, "maps/ilios.json", (map) => delete map.mode),
    [`${HEALTH}=225`],
    1,
    "maps/ilios.json\n",
  ],
  [
    "the record does not join",
    (data) => addPatch(data, DAY, [{ target: "heroes/ana/health/armor", from: 1, to: 2 }]),
    [`${HEALTH}=225`],
    1,
    "the record of heroes/ana/health/armor does not join",
  ],
  [
    "the value is not in the files",
    () => {},
    [`${HEAD}=80`],
    1,
    `${HEAD} is no value of the data files; correct it by hand where it stands\n`,
  ],
  [
    "the hero does not exist",
    () => {},
    ["heroes/anna/role=tank"],
    1,
    "heroes/anna/role does not exist in the data; did you mean heroes/ana/role?\n",
  ],
  [
    "a whole thing is named",
    () => {},
    ["heroes/ana/health=5"],
    1,
    "heroes/ana/health is not a single value; name one in it, such as heroes/ana/health/...\n",
  ],
  [
    "the value has the wrong type",
    () => {},
    [`${HEALTH}=many`],
    1,
    `${HEALTH}: "many" is a string; expected a number\n`,
  ],
  [
    "the value stands there already",
    () => {},
    [`${HEALTH}=200`],
    1,
    `${HEALTH} is 200 already; there is nothing to correct\n`,
  ],
  [
    "a change of a patch would be none any more",
    (data) => addPatch(data, DAY, [{ target: HEALTH, from: 150, to: 200 }]),
    [`${HEALTH}=150`],
    1,
    `${HEALTH}: patch ${DAY} would change it from 150 to the same; remove that change from ` +
      "its file first\n",
  ],
  [
    "the corrected data would not pass its checks",
    () => {},
    ["heroes/ana/names/en=Lúcio"],
    1,
    "  (ambiguous-spelling)",
  ],
  [
    "no value is given",
    () => {},
    [HEALTH],
    2,
    `error: "${HEALTH}" is no correction; expected TARGET=VALUE, such as ` +
      "heroes/ana/health/standard=225\n",
  ],
  ["nothing is named", () => {}, [], 2, "error: missing required argument 'correction'"],
];

describe("gamedata correct refuses, and changes no file, where", () => {
  it.each(BAD_CORRECTIONS)("%s", async (_what, spoil, args, status, message) => {
    const { data } = dataToEdit(spoil);
    const before = filesOf(dirname(data));
    const line = ["correct", "--reason", "Wrong.", ...args, "--data", data, "--yes"];
    const result = await run(line, { cwd: dirname(data) });
    expect(result.stderr).toContain(message);
    expect([result.status, result.stdout]).toEqual([status, ""]);
    expect(filesOf(dirname(data))).toEqual(before);
  });

  it("no reason is given, as wrong usage", async () => {
    const { data } = dataToEdit();
    const { status, stderr } = await run(["correct", `${HEALTH}=225`, "--data", data, "--yes"], {
      cwd: dirname(data),
    });
    expect(stderr).toContain("error: required option '--reason <text>' not specified");
    expect(status).toBe(2);
  });

  it("there is no terminal to ask on, as wrong usage", async () => {
    const { data } = dataToEdit();
    const before = filesOf(dirname(data));
    const { status, stderr } = await run(correctLine(data, `${HEALTH}=225`), {
      cwd: dirname(data),
    });
    expect(stderr).toContain(
      "error: standard input is no terminal to ask on; give --yes to write without asking\n",
    );
    expect(status).toBe(2);
    expect(filesOf(dirname(data))).toEqual(before);
  });

  it.skipIf(isRoot)("the hero's file is read-only", async () => {
    const { data } = dataToEdit();
    chmodSync(join(data, "heroes/ana.json"), 0o444);
    const before = filesOf(dirname(data));
    const { status, stderr } = await correct(data, `${HEALTH}=225`);
    expect(status).toBe(1);
    expect(stderr).toContain(`${join(data, "heroes/ana.json")}: EACCES: permission denied`);
    expect(filesOf(dirname(data))).toEqual(before);
  });
});

describe("on a terminal", () => {
  it.each(["y", "Yes"])("record asks, and writes when the answer is yes: %s", async (answer) => {
    const folders = dataToEdit();
    setHealth(folders.data, 225);
    const cwd = dirname(folders.data);
    const { status, stderr } = await run(recordLine(folders), { cwd, typed: `${answer}\n` });
    expect(stderr).toContain(`Write ${join(folders.data, PATCH_FILE)}? [y/N] `);
    expect(status).toBe(0);
    expect(targetsIn(folders.data)).toEqual([HEALTH]);
  });

  it.each([
    ["another", "n\n", 1],
    ["empty", "\n", 1],
    ["Ctrl+C", "\u0003", 130],
    ["Ctrl+D", "\u0004", 130],
  ])("record asks, and writes nothing when the answer is %s", async (_, typed, code) => {
    const folders = dataToEdit();
    setHealth(folders.data, 225);
    const cwd = dirname(folders.data);
    const before = filesOf(cwd);
    const { status, stderr } = await run(recordLine(folders), { cwd, typed });
    expect(stderr).toMatch(/nothing was written\n$/);
    expect(status).toBe(code);
    expect(filesOf(cwd)).toEqual(before);
  });

  it("correct asks, and names the files that it would write", async () => {
    const { data } = dataToEdit();
    const cwd = dirname(data);
    const before = filesOf(cwd);
    const { status, stderr } = await run(correctLine(data, `${HEALTH}=225`), { cwd, typed: "n\n" });
    expect(stderr).toContain("Write heroes/ana.json, corrections.json? [y/N] ");
    expect(status).toBe(1);
    expect(filesOf(cwd)).toEqual(before);
  });
});
