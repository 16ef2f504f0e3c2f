import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { baselineText } from "../../../build/cli/maintain/baseline.ts";
import { checkData } from "../../../build/generator/data/check-data.ts";
import { edit, temporaryFolder } from "../../helpers/data.ts";
import { addPatch, setHealth, smallData, writeJson } from "../data-copies.ts";
import { type Run, run } from "../program.ts";

const HEALTH = "heroes/ana/health/standard";
const UNWRITTEN = "no patch or correction records this";

/** Small data with Ana's health at 250, and a copy of it as it was before the edits. */
function dataToEdit(): { data: string; base: string } {
  const data = smallData();
  writeJson(data, "corrections.json", { corrections: [] });
  setHealth(data, 250);
  const base = join(temporaryFolder(), "before");
  cpSync(data, base, { recursive: true });
  return { data, base };
}

function addMap(data: string): void {
  const sources = [{ url: "https://example.org", date: "2026-06" }];
  const map = { id: "harbor", name: "Harbor", mode: "push", aliases: [], variants: [], sources };
  writeJson(data, "maps/harbor.json", map);
}

function addHero(data: string): void {
  const ana: object = JSON.parse(readFileSync(join(data, "heroes/ana.json"), "utf8"));
  const names = { en: "Amari", ko: "아마리", zh: "阿马里" };
  writeJson(data, "heroes/amari.json", { ...ana, id: "amari", monogram: "Am", names, aliases: [] });
}

type Folders = { data: string; base: string };

function check({ data, base }: Folders, ...more: string[]): Promise<Run> {
  return run(["check", "--data", data, "--base", base, ...more], { cwd: dirname(data) });
}

/** The lines of the message, without the place in the file and with the folders' names. */
function linesOf({ stderr }: Run, { data, base }: Folders): string[] {
  return stderr
    .replaceAll(data, "DATA")
    .replaceAll(base, "BASE")
    .split("\n")
    .map((line) => line.replace(/^ {2}\d+:\d+ {2}/, "  "));
}

describe("a change of the game that nobody wrote down is refused, with its ways out:", () => {
  it("an edited value", async () => {
    const folders = dataToEdit();
    setHealth(folders.data, 225);
    const result = await check(folders);
    expect([result.status, result.stdout]).toEqual([1, ""]);
    expect(linesOf(result, folders)).toEqual([
      "heroes/ana.json",
      `  health.standard  ${HEALTH} is 225, but 250 in BASE: ${UNWRITTEN}  (unrecorded)`,
      "",
      "1 problem in 1 file of DATA; nothing was written",
      "",
      "Fix each of these values in one of two ways.",
      "If the game changed, record it with the patch's date, kind (season, mid-season or " +
        "hotfix) and name:",
      '  npm run -s gamedata -- record DATE --kind KIND --name "NAME" --source URL --data ' +
        "DATA --base BASE",
      "If the value was wrong before, correct it with the reason:",
      `  npm run -s gamedata -- correct ${HEALTH}=225 --reason "WHY" --data DATA --base BASE`,
      "Or undo the edit.",
      "",
    ]);
  });

  it("a hero without a patch", async () => {
    const folders = dataToEdit();
    addHero(folders.data);
    const result = await check(folders);
    const lines = linesOf(result, folders);
    expect(result.status).toBe(1);
    expect(lines).toContain(`  heroes/amari is new: it is not in BASE: ${UNWRITTEN}  (unrecorded)`);
    expect(lines[0]).toBe("heroes/amari.json");
    expect(result.stderr).toContain(" correct heroes/amari=true --reason ");
  });

  it("a map that is gone", async () => {
    const folders = dataToEdit();
    addMap(folders.base);
    const result = await check(folders);
    expect(result.status).toBe(1);
    expect(linesOf(result, folders).slice(0, 2)).toEqual([
      "maps/harbor.json",
      `  maps/harbor is missing, but is in BASE: ${UNWRITTEN}  (unrecorded)`,
    ]);
    expect(result.stderr).toContain(" correct maps/harbor=null --reason ");
  });

  it("a figure, a cooldown and a name in another language, each by its place", async () => {
    const folders = dataToEdit();
    edit(folders.data, "heroes/ana.json", (hero) => {
      hero.abilities.find(({ id }: { id: string }) => id === "biotic-rifle").figures.damage = 1;
      hero.abilities[0].cooldown = 3;
      hero.names.ko = "안나";
    });
    const { stderr } = await check(folders);
    expect(stderr).toMatch(/names\.ko {2}heroes\/ana\/names\/ko is "안나", but "아나" in /);
    expect(stderr).toContain(
      "abilities[0].cooldown  heroes/ana/abilities/sleep-dart/cooldown is 3",
    );
    expect(stderr).toMatch(
      /figures\.damage {2}heroes\/ana\/abilities\/biotic-rifle\/damage is 1, /,
    );
    expect(stderr).toContain("correct 'heroes/ana/names/ko=안나' --reason");
  });

  it("one that was recorded from another value than it had", async () => {
    const folders = dataToEdit();
    setHealth(folders.data, 225);
    addPatch(folders.data, "2099-02-01", [{ target: HEALTH, from: 240, to: 225 }]);
    expect(linesOf(await check(folders), folders)[1]).toContain(
      `${HEALTH} is 240, but 250 in BASE: ${UNWRITTEN}`,
    );
  });

  it("one whose record says otherwise, and is not reported twice", async () => {
    const { data, base } = dataToEdit();
    for (const folder of [data, base])
      addPatch(folder, "2099-02-01", [{ target: HEALTH, from: 225, to: 250 }]);
    setHealth(data, 200);
    const { stderr } = await check({ data, base });
    expect(stderr).toContain("(unrecorded)\n\n1 problem in 1 file of ");
    expect(stderr).toContain("record DATE");
  });

  it("for machines too", async () => {
    const folders = dataToEdit();
    setHealth(folders.data, 225);
    const { status, stdout } = await check(folders, "--json");
    expect([status, JSON.parse(stdout)]).toMatchObject([
      1,
      {
        ok: false,
        issues: [
          {
            code: "unrecorded",
            file: "heroes/ana.json",
            path: "health.standard",
            line: expect.any(Number),
            column: 5,
          },
        ],
        suggestedFixes: {
          record: expect.stringContaining(" record DATE "),
          correct: [expect.stringContaining(` correct ${HEALTH}=225 `)],
        },
      },
    ]);
  });
});

describe("a change passes that", () => {
  const passes = async (folders: Folders) =>
    expect(await check(folders)).toMatchObject({ status: 0, stderr: "" });

  it("is recorded in a new patch by the suggested command", async () => {
    const folders = dataToEdit();
    addPatch(folders.data, "2099-02-01", [], { name: "It's new" });
    setHealth(folders.data, 225);
    const { stderr } = await check(folders);
    expect(stderr).toContain(`record 2099-02-01 --kind hotfix --name 'It'\\''s new' --data`);
    addPatch(folders.data, "2099-02-01", [{ target: HEALTH, from: 250, to: 225 }]);
    await passes(folders);
  });

  it("is in the newest patch, recorded again, or in its note", async () => {
    const { data, base } = dataToEdit();
    const change = { target: HEALTH, from: 225, to: 250 };
    for (const folder of [data, base]) addPatch(folder, "2099-02-01", [change]);
    addPatch(data, "2099-02-01", [{ ...change, to: 240, note: "Read again." }]);
    setHealth(data, 240);
    await passes({ data, base });
  });

  it("is taken back with its patch", async () => {
    const { data, base } = dataToEdit();
    addPatch(base, "2099-02-01", [{ target: HEALTH, from: 225, to: 250 }]);
    setHealth(data, 225);
    await passes({ data, base });
  });

  it("is a hero or a map that a patch brought or took", async () => {
    const folders = dataToEdit();
    addMap(folders.data);
    const map = { id: "harbor", name: "Harbor", mode: "push" };
    addPatch(folders.data, "2099-02-01", [{ target: "maps/harbor", to: map }]);
    await passes(folders);
  });

  it("is corrected by the command in the message, though the file is edited already", async () => {
    const folders = dataToEdit();
    setHealth(folders.data, 225);
    const about = ["--reason", "Wrong.", "--yes", "--data", folders.data, "--base", folders.base];
    const done = await run(["correct", `${HEALTH}=225`, ...about], { cwd: dirname(folders.data) });
    expect(done).toMatchObject({
      status: 0,
      stderr: `${HEALTH}: 250 was wrong; it is now 225\n`,
    });
    await passes(folders);
  });

  it("is corrected as a whole thing that had been missing, or was there by mistake", async () => {
    const { data, base } = dataToEdit();
    addMap(data);
    addHero(base);
    for (const correction of ["maps/harbor=true", "heroes/amari=null"]) {
      const about = ["--reason", "Wrong.", "--yes", "--data", data, "--base", base];
      const done = await run(["correct", correction, ...about], { cwd: dirname(data) });
      expect(done).toMatchObject({ status: 0 });
    }
    await passes({ data, base });
    const line = ["record", "2099-02-01", "--kind", "hotfix", "--name", "X", "--yes"];
    const { stderr } = await run([...line, "--data", data, "--base", base], { cwd: dirname(data) });
    expect(stderr).toContain("nothing differs from the recorded state");
  });

  it("is ours and not the game's: an alias, a variant, a source", async () => {
    const folders = dataToEdit();
    edit(folders.data, "heroes/ana.json", (hero) => {
      hero.aliases.push("Grandma");
      hero.sources.push({ url: "https://example.org/ana", date: "2026-06" });
    });
    edit(folders.data, "maps/ilios.json", (map) =>
      map.variants.push({ id: "winter", name: "Ilios (Winter)" }),
    );
    await passes(folders);
  });
});

describe("what the data is compared with", () => {
  it("is the baseline.json that belongs to a copy, which is not a stray file", async () => {
    const { data } = dataToEdit();
    const checked = checkData(data);
    if (!checked.ok) throw new Error("the small data has problems");
    writeFileSync(join(data, "baseline.json"), baselineText(checked.data));
    const cwd = temporaryFolder();
    expect(await run(["check", "--data", data], { cwd })).toMatchObject({ status: 0, stderr: "" });
    setHealth(data, 225);
    const { stderr } = await run(["check", "--data", data], { cwd });
    expect(stderr).toContain(`is 225, but 250 in ${join(data, "baseline.json")}: ${UNWRITTEN}`);
  });

  it("need not pass the checks of today; where it cannot be read, a warning says so", async () => {
    const { data, base } = dataToEdit();
    writeJson(data, "baseline.json", { format: 2 });
    const { status, stderr } = await run(["check", "--data", data], { cwd: temporaryFolder() });
    expect(status).toBe(0);
    expect(stderr).toMatch(
      /^warning: not compared with the data before the edits: .*baseline\.json/,
    );
    edit(base, "heroes/ana.json", (hero) => hero.abilities.reverse());
    expect((await check({ data, base })).stderr).toContain("heroes/ana/abilities differs from");
    expect(await check({ data, base: "nowhere" })).toMatchObject({
      status: 1,
      stderr: '--base: "nowhere" is neither a data folder, nor a built site, nor a git revision\n',
    });
  });
});

const DART = "heroes/ana/abilities/sleep-dart";
const COOLDOWN = `${DART}/cooldown`;

/** Data of three patches that changed Ana's health: 200, 225, 240, 250. */
function dataWithHistory(): Folders {
  const { data, base } = dataToEdit();
  for (const folder of [data, base]) {
    addPatch(folder, "2099-02-01", [{ target: HEALTH, from: 200, to: 225 }]);
    addPatch(folder, "2099-02-02", [{ target: HEALTH, from: 225, to: 240 }]);
    addPatch(folder, "2099-02-03", [{ target: HEALTH, from: 240, to: 250 }]);
  }
  return { data, base };
}

const correctAsOf = ({ data, base }: Folders, patch: string, ...more: string[]) => {
  const about = ["--reason", "Wrong.", "--yes", "--data", data, "--base", base, ...more];
  return run(["correct", `${HEALTH}=230`, "--as-of", patch, ...about], { cwd: dirname(data) });
};

describe("a planted mistake is refused or warned of:", () => {
  const recordOf = (patch: string, from: number, to: number) => (data: string) =>
    addPatch(data, patch, [{ target: HEALTH, from, to }]);

  it.each<[what: string, plant: (data: string) => void, message: string | RegExp]>([
    [
      "a wrong from in the oldest patch",
      recordOf("2099-02-01", 20, 225),
      `${HEALTH} is recorded as 20 to 225, and as 200 to 225 in BASE; undo the edit, or correct ` +
        `it with: gamedata correct ${HEALTH}=VALUE --as-of 2099-02-01 --reason "WHY"  (edited-`,
    ],
    [
      "an older patch that is gone",
      (data) => {
        rmSync(join(data, "patches/2099-02-02.json"));
        recordOf("2099-02-03", 225, 250)(data);
      },
      "patch 2099-02-02 is recorded in BASE, but its file is missing; restore it",
    ],
    [
      "a middle value that differs on both sides of its join",
      (data) => {
        recordOf("2099-02-01", 200, 235)(data);
        recordOf("2099-02-02", 235, 240)(data);
      },
      `${HEALTH} is recorded as 200 to 235, and as 200 to 225 in BASE; undo the edit, or correct `,
    ],
    [
      "a change that is gone from an older patch",
      (data) => addPatch(data, "2099-02-02", []),
      `the record of ${HEALTH} does not join: patch 2099-02-01 leads to 225, but patch ` +
        "2099-02-03 starts from 240; correct the one that is wrong  (history-join)",
    ],
    [
      "a forgotten patch that does not join",
      recordOf("2099-02-01-b", 225, 230),
      `the record of ${HEALTH} does not join: patch 2099-02-01-b leads to 230, but patch ` +
        "2099-02-02 starts from 225; correct the one that is wrong  (history-join)",
    ],
    [
      "a misspelled ability, which causes dozens of problems",
      (data) => edit(data, "heroes/ana.json", (hero) => (hero.abilities[0].id = "slep-dart")),
      /^heroes\/ana.json\n {2}abilities\[0\].id {2}.*"slep-dart" used to be "sleep-dart", and an id must not change; undo the change {2}\(renamed-id\)\n\n1 problem in 1 file of DATA; nothing was written\nand \d+ problems that follow from it\n$/,
    ],
    [
      "a health that lost a digit",
      (data) => {
        setHealth(data, 22);
        recordOf("2099-02-04", 250, 22)(data);
      },
      `warning: patches/2099-02-04.json:16: ${HEALTH} changes from 250 to 22, a factor of ` +
        'more than 2.5; if that is right, add { "path": "patches/2099-02-04/changes/' +
        `${HEALTH}", "reason": "WHY" } to exceptions.json\n`,
    ],
    [
      "a cooldown that lost its decimal point",
      (data) => {
        edit(data, "heroes/ana.json", (hero) => (hero.abilities[0].cooldown = 1.4));
        addPatch(data, "2099-02-04", [{ target: COOLDOWN, from: 14, to: 1.4 }]);
      },
      `${COOLDOWN} changes from 14 to 1.4, a factor of more than 2.5; if that is right, add `,
    ],
    [
      "damage with a digit too many",
      (data) => {
        edit(data, "heroes/ana.json", ({ abilities }) => (abilities[0].figures.damage = 50));
        addPatch(data, "2099-02-04", [{ target: `${DART}/damage`, from: 5, to: 50 }]);
      },
      `${DART}/damage changes from 5 to 50, a factor of more than 2.5; if that is right, add `,
    ],
    [
      "a new figure outside the range of all others",
      (data) => {
        edit(data, "heroes/ana.json", ({ abilities }) => (abilities[2].figures.damage = 900));
        const target = "heroes/ana/abilities/nano-boost/damage";
        addPatch(data, "2099-02-04", [{ target, to: 900 }]);
      },
      "nano-boost/damage is new with the value 900; all other values of this field are between",
    ],
    [
      "an old name in a description",
      (data) => {
        edit(data, "heroes/ana.json", (hero) => (hero.abilities[0].name = "Doze Dart"));
        const target = "heroes/ana/abilities/sleep-dart/name";
        addPatch(data, "2099-02-04", [{ target, from: "Sleep Dart", to: "Doze Dart" }]);
        const description = "Fires a Sleep Dart.";
        edit(data, "heroes/ana.json", (hero) => (hero.abilities[1].description = description));
      },
      'no hero, ability or perk is called "Sleep Dart" any more; use today\'s name  (old-name)',
    ],
  ])("%s", async (_what, plant, message) => {
    const folders = dataWithHistory();
    plant(folders.data);
    const result = await check(folders, "--strict");
    const text = linesOf(result, folders).join("\n");
    if (typeof message === "string") expect(text).toContain(message);
    else expect(text).toMatch(message);
    expect(result.status).toBe(1);
  });

  it("passes once it is an entry of corrections.json", async () => {
    const folders = dataWithHistory();
    const done = await correctAsOf(folders, "2099-02-01");
    expect(done).toMatchObject({
      status: 0,
      stderr:
        `${HEALTH}: 225 was wrong after patch 2099-02-01; it is now 230 there\n` +
        "also corrected where a patch repeats it: patches/2099-02-02.json changes[0].from\n" +
        "also corrected where a patch repeats it: patches/2099-02-01.json changes[0].to\n",
    });
    expect(await check(folders, "--strict")).toMatchObject({ status: 0, stderr: "" });
    expect((await correctAsOf(folders, "2099-02-03")).stderr).toBe(
      `${HEALTH}: no patch after 2099-02-03 changes it, so today's value is wrong, too; leave ` +
        "out --as-of\n",
    );
  });

  it("passes with an exception, which --because writes", async () => {
    const folders = dataWithHistory();
    setHealth(folders.data, 22);
    const about = ["--kind", "hotfix", "--name", "X", "--yes", "--because", "The notes say so."];
    const place = ["--data", folders.data, "--base", folders.base];
    const done = await run(["record", "2099-02-04", ...about, ...place], {
      cwd: dirname(folders.data),
    });
    expect(done.stdout).toContain("exceptions.json\n");
    expect(await check(folders, "--strict")).toMatchObject({ status: 0, stderr: "" });
  });
});

describe("a value that looks wrong", () => {
  /** Data whose values look wrong, and the same as its own base. */
  function oddData(): Folders {
    const { data } = dataToEdit();
    setHealth(data, 2500);
    edit(data, "heroes/ana.json", (hero) => {
      hero.abilities[0].cooldown = 1400;
    });
    return { data, base: data };
  }

  it("is warned of: a cooldown of 1,400 s, a health of 2,500", async () => {
    const { status, stderr } = await check(oddData());
    expect(status).toBe(0);
    expect(stderr).toMatch(
      /^warning: heroes\/ana.json:\d+: heroes\/ana\/health adds up to 2500, more than any known value; if that is right, add \{ "path": "heroes\/ana\/health", "reason": "WHY" \} to exceptions.json\n/,
    );
    expect(stderr).toContain(`${COOLDOWN} is 1400 s, longer than any that is known; if that `);
  });

  it("is a figure far beyond all others of its unit", async () => {
    const { data } = dataToEdit();
    const dart = "heroes/ana/abilities/sleep-dart";
    edit(data, "heroes/ana.json", (hero) => {
      const figures = { duration: 55, damage: 8001, movementSpeedPercent: -101 };
      Object.assign(
        hero.abilities.find(({ id }: { id: string }) => id === "sleep-dart"),
        {
          figures,
          notes: undefined,
        },
      );
    });
    const { stdout } = await check({ data, base: data }, "--json");
    expect(JSON.parse(stdout).warnings).toEqual([
      {
        file: "heroes/ana.json",
        target: `${dart}/damage`,
        message: `${dart}/damage is 8001 hp, more than any known value`,
      },
      {
        file: "heroes/ana.json",
        target: `${dart}/movementSpeedPercent`,
        message: `${dart}/movementSpeedPercent is -101 %; a value cannot lose more than 100 %`,
      },
    ]);
  });

  it("is a patch of a day that has not come", async () => {
    const { data } = dataToEdit();
    addPatch(data, "2100-01-01");
    const { stdout } = await check({ data, base: data }, "--json");
    expect(JSON.parse(stdout).warnings).toEqual([
      {
        file: "patches/2100-01-01.json",
        target: "patches/2100-01-01/date",
        message: "patch 2100-01-01 is dated in the future; today is 2099-12-31",
      },
    ]);
  });

  it("is silenced by an exception with its reason, which goes when the value does", async () => {
    const folders = oddData();
    addPatch(folders.data, "2100-01-01");
    const paths = [COOLDOWN, "heroes/ana/health", "patches/2100-01-01/date"];
    writeJson(folders.data, "exceptions.json", {
      exceptions: paths.map((path) => ({ path, reason: "A test says so." })),
    });
    expect(await check(folders)).toMatchObject({ status: 0, stderr: "" });
    setHealth(folders.data, 250);
    expect((await check(folders)).stderr).toContain(
      '"heroes/ana/health" is not an unusual value; remove the exception  ' +
        "(needless-exception)",
    );
  });
});
