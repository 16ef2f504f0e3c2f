import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { edit } from "../../helpers/data.ts";
import { commit } from "../../helpers/git.ts";
import { addPatch, setHealth, smallData, writeJson } from "../data-copies.ts";
import { type Run, run } from "../program.ts";
import {
  correct,
  DART,
  dataToEdit,
  gamedata,
  HEALTH,
  readData,
  setCooldown,
} from "./data-to-edit.ts";

const UNWRITTEN = "in git revision HEAD: no patch or correction records this";
const COOLDOWN = `${DART}/cooldown`;

const check = (data: string, ...more: string[]) => gamedata(data, ["check", ...more]);

/** The lines of the message, without the place in the file and with the folder's name. */
const linesOf = ({ stderr }: Run, data: string) =>
  stderr
    .replaceAll(data, "DATA")
    .split("\n")
    .map((line) => line.replace(/^ {2}\d+:\d+ {2}/, "  "));

function addMap(data: string) {
  const sources = [{ url: "https://example.org", date: "2026-06" }];
  const map = { id: "harbor", name: "Harbor", mode: "push", aliases: [], variants: [], sources };
  writeJson(data, "maps/harbor.json", map);
}

function addHero(data: string) {
  const names = { en: "Amari", ko: "아마리", zh: "阿马里" };
  const own = { id: "amari", monogram: "Am", names, aliases: [] };
  writeJson(data, "heroes/amari.json", { ...readData(data, "heroes/ana.json"), ...own });
}

describe("a change of the game that nobody wrote down is refused, with its ways out:", () => {
  it("an edited value", async () => {
    const data = dataToEdit();
    setHealth(data, 225);
    const result = await check(data);
    expect([result.status, result.stdout]).toEqual([1, ""]);
    expect(linesOf(result, data)).toEqual([
      "heroes/ana.json",
      `  health.standard  ${HEALTH} is 225, but 200 ${UNWRITTEN}  (unrecorded)`,
      "",
      "1 problem in 1 file of DATA; nothing was written",
      "",
      "Fix each of these values in one of two ways.",
      "If the game changed, record it with the patch's date, kind (season, mid-season or " +
        "hotfix) and name:",
      '  npm run -s gamedata -- record DATE --kind KIND --name "NAME" --source URL --data DATA',
      "If the value was wrong before, correct it with the reason:",
      `  npm run -s gamedata -- correct ${HEALTH}=225 --reason "WHY" --data DATA`,
      "Or undo all edits: git checkout -- DATA && git clean -fd DATA",
      "",
    ]);
  });

  it("a hero without a patch, impossible in older states, and a map that is gone", async () => {
    const data = dataToEdit((folder) => {
      addMap(folder);
      const { roles } = readData(folder, "roles.json");
      const to = roles[2].subroles[2];
      addPatch(folder, "2099-02-01", [
        { target: `roles/support/subroles/${to.id}`, to },
        { target: "heroes/ana/subrole", from: "medic", to: to.id },
      ]);
      edit(folder, "heroes/ana.json", (hero) => (hero.subrole = to.id));
      edit(folder, "heroes/lucio.json", (hero) => (hero.subrole = "medic"));
    });
    addHero(data);
    rmSync(`${data}/maps/harbor.json`);
    const lines = linesOf(await check(data), data);
    expect(lines[1]).toContain(`heroes/amari is new: it is not ${UNWRITTEN}  (unrecorded)`);
    expect(lines).toContain(`  maps/harbor is missing, but is ${UNWRITTEN}  (unrecorded)`);
    expect(lines).toContain("2 problems in 2 files of DATA; nothing was written");
    const entry = '  add to corrections.json: {"date":"DATE","target":"heroes/amari",';
    expect(lines).toContain(`${entry}"from":null,"to":true,"reason":"WHY"}`);
  });

  it("a figure, a cooldown and a name in another language, each by its place", async () => {
    const data = dataToEdit();
    setCooldown(data, 3);
    edit(data, "heroes/ana.json", (hero) => {
      Object.assign(hero.abilities[0].figures, { damage: 1, shots: 2 });
      hero.names.ko = "안나";
    });
    const { stderr } = await check(data);
    expect(stderr).toMatch(/names\.ko {2}heroes\/ana\/names\/ko is "안나", but "아나" in /);
    expect(stderr).toContain(`abilities[0].cooldown  ${COOLDOWN} is 3`);
    expect(stderr).toContain(`abilities[0].figures.damage  ${DART}/damage is 1, `);
    expect(stderr).toContain(`${DART}/shots is new: it is not ${UNWRITTEN}`);
    expect(stderr).toContain("correct 'heroes/ana/names/ko=안나' --reason");
  });

  it("one that was recorded from another value than it had", async () => {
    const data = dataToEdit();
    setHealth(data, 225);
    addPatch(data, "2099-02-01", [{ target: HEALTH, from: 240, to: 225 }]);
    expect((await check(data)).stderr).toContain(`${HEALTH} is 240, but 200 ${UNWRITTEN}`);
  });

  it("one whose record says otherwise, which is reported once", async () => {
    const data = dataToEdit(
      (folder) =>
        addPatch(folder, "2099-02-01", [{ target: HEALTH, from: 225, to: 250 }], { name: "It's" }),
      250,
    );
    setHealth(data, 200);
    const { stderr } = await check(data);
    expect(stderr).toContain("(unrecorded)\n\n1 problem in 1 file of ");
  });

  it("one of a patch that is not committed: its command names that patch", async () => {
    const data = dataToEdit();
    addPatch(data, "2099-02-01", [], { name: "It's new" });
    setHealth(data, 225);
    expect((await check(data)).stderr).toContain(
      `record 2099-02-01 --kind hotfix --name 'It'\\''s new' --data`,
    );
  });

  it("for machines too", async () => {
    const data = dataToEdit();
    setHealth(data, 225);
    const { status, stdout } = await check(data, "--json");
    const place = { file: "heroes/ana.json", path: "health.standard", column: 5 };
    expect([status, JSON.parse(stdout)]).toMatchObject([
      1,
      {
        ok: false,
        issues: [{ code: "unrecorded", ...place, line: expect.any(Number) }],
        suggestedFixes: {
          record: expect.stringContaining(" record DATE "),
          correct: [expect.stringContaining(` correct ${HEALTH}=225 `)],
        },
      },
    ]);
  });
});

describe("a change passes that", () => {
  const passes = async (data: string) =>
    expect(await check(data, "--strict")).toMatchObject({ status: 0, stderr: "" });

  it("is recorded in the newest patch, again, or with a note", async () => {
    const change = { target: HEALTH, from: 225, to: 250 };
    const data = dataToEdit((folder) => addPatch(folder, "2099-02-01", [change]), 250);
    addPatch(data, "2099-02-01", [{ ...change, to: 240, note: "Read again." }]);
    setHealth(data, 240);
    await passes(data);
  });

  it("is taken back with its patch", async () => {
    const data = dataToEdit(
      (folder) => addPatch(folder, "2099-02-01", [{ target: HEALTH, from: 225, to: 250 }]),
      250,
    );
    rmSync(`${data}/patches/2099-02-01.json`);
    setHealth(data, 225);
    await passes(data);
  });

  it("is a forgotten patch, from whose value the next one starts now", async () => {
    const next = (from: number) => [{ target: HEALTH, from, to: 250 }];
    const data = dataToEdit((folder) => {
      addPatch(folder, "2099-02-03", next(225));
      addPatch(folder, "2099-02-04");
    }, 250);
    addPatch(data, "2099-02-02", [{ target: HEALTH, from: 225, to: 240 }]);
    addPatch(data, "2099-02-03", next(240));
    await passes(data);
  });

  it("is a map that a patch brought", async () => {
    const data = dataToEdit();
    addMap(data);
    const to = { id: "harbor", name: "Harbor", mode: "push" };
    addPatch(data, "2099-02-01", [{ target: "maps/harbor", to }]);
    await passes(data);
  });

  it("is in corrections.json as a whole thing that was missing, or there by mistake", async () => {
    const data = dataToEdit(addHero);
    addMap(data);
    rmSync(`${data}/heroes/amari.json`);
    const about = { date: "2099-02-01", reason: "Wrong." };
    writeJson(data, "corrections.json", {
      corrections: [
        { ...about, target: "maps/harbor", from: null, to: true },
        { ...about, target: "heroes/amari", from: true, to: null },
      ],
    });
    await passes(data);
    const line = ["record", "2099-02-01", "--kind", "hotfix", "--name", "X", "--yes"];
    expect((await gamedata(data, line)).stderr).toContain("nothing differs from the recorded");
  });

  it("is ours and not the game's: an alias, a variant, a source", async () => {
    const data = dataToEdit();
    edit(data, "heroes/ana.json", (hero) => {
      hero.aliases.push("Grandma");
      hero.sources.push({ url: "https://example.org/ana", date: "2026-06" });
    });
    edit(data, "maps/ilios.json", (map) =>
      map.variants.push({ id: "winter", name: "Ilios (Winter)" }),
    );
    await passes(data);
  });
});

describe("what the data is compared with", () => {
  it("need not pass the checks of today", async () => {
    const reverse = (data: string) =>
      edit(data, "heroes/ana.json", (hero) => hero.abilities.reverse());
    const data = dataToEdit(reverse);
    reverse(data);
    expect((await check(data)).stderr).toContain("heroes/ana/abilities differs from");
  });

  it("is no text that is not a revision", async () => {
    const data = dataToEdit();
    expect(await check(data, "--base", "nowhere")).toMatchObject({
      status: 1,
      stderr: `--base: "nowhere" is not a git revision of ${data}\n`,
    });
  });

  it("is an older revision, with which a committed edit can still be corrected", async () => {
    const data = dataToEdit();
    setHealth(data, 225);
    commit(dirname(data));
    const since = ["--base", "HEAD~1"];
    const { stderr } = await check(data, ...since);
    expect(stderr).toContain(
      `correct ${HEALTH}=225 --reason "WHY" --data ${data} --base 'HEAD~1'\n`,
    );
    expect(stderr).not.toContain("undo all edits");
    expect(await correct(data, `${HEALTH}=225`, ...since)).toMatchObject({ status: 0 });
    expect(await check(data, ...since)).toMatchObject({ status: 0, stderr: "" });
  });

  it("is nothing without git or where git holds unreadable data, and a line says so", async () => {
    const data = smallData();
    writeJson(data, "corrections.json", { corrections: [] });
    const { status, stderr } = await run(["check", "--data", data], { cwd: dirname(data) });
    const none = "so unrecorded edits were not looked for";
    expect([status, stderr]).toEqual([0, `note: git does not track ${data}, ${none}\n`]);
    const broken = dataToEdit((folder) => writeJson(folder, "modes.json", { format: 2 }));
    writeJson(broken, "modes.json", readData(data, "modes.json"));
    expect((await check(broken)).stderr).toMatch(
      /^note: unrecorded edits were not looked for: git revision HEAD cannot be read by .*modes/,
    );
  });
});

describe("a planted mistake is refused or warned of:", () => {
  const recordOf = (patch: string, from: number, to: number) => (data: string) =>
    addPatch(data, patch, [{ target: HEALTH, from, to }]);

  /** Data of three patches that changed Ana's health: 200, 225, 240, 250. */
  const dataWithHistory = () =>
    dataToEdit((folder) => {
      recordOf("2099-02-01", 200, 225)(folder);
      recordOf("2099-02-02", 225, 240)(folder);
      recordOf("2099-02-03", 240, 250)(folder);
    }, 250);

  it.each<[what: string, plant: (data: string) => void, message: string]>([
    [
      "a wrong from in the oldest patch",
      recordOf("2099-02-01", 20, 225),
      `${HEALTH} is recorded as 20 to 225, and as 200 to 225 in git revision HEAD; undo the ` +
        `edit, or correct it with: gamedata correct ${HEALTH}=VALUE --as-of 2099-02-01 ` +
        '--reason "WHY"',
    ],
    [
      "an older patch that is gone",
      (data) => {
        rmSync(`${data}/patches/2099-02-02.json`);
        recordOf("2099-02-03", 225, 250)(data);
      },
      "patch 2099-02-02 is recorded in git revision HEAD, but its file is missing; restore it",
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
  ])("%s", async (_what, plant, message) => {
    const data = dataWithHistory();
    plant(data);
    const result = await check(data, "--strict");
    expect(linesOf(result, data).join("\n")).toContain(message);
    expect(result.status).toBe(1);
  });

  it("passes once it is an entry of corrections.json", async () => {
    const data = dataWithHistory();
    expect(await correct(data, `${HEALTH}=230`, "--as-of", "2099-02-01")).toMatchObject({
      status: 0,
    });
    expect(await check(data, "--strict")).toMatchObject({ status: 0, stderr: "" });
  });
});

describe("a value that looks wrong", () => {
  const odd = (data: string) => {
    setHealth(data, 2500);
    setCooldown(data, 1400);
    addPatch(data, "2100-01-01");
  };

  it("is warned of, and with --strict ends with 1", async () => {
    const data = dataToEdit(odd);
    const { status, stderr } = await check(data);
    expect(status).toBe(0);
    expect(stderr).toContain("heroes/ana/health adds up to 2500, more than any known value; if ");
    expect(stderr).toContain(`${COOLDOWN} is 1400 s, more than any known value; if that `);
    const strict = await check(data, "--strict", "--json");
    expect([strict.status, JSON.parse(strict.stdout).warnings.at(-1)]).toEqual([
      1,
      {
        file: "patches/2100-01-01.json",
        target: "patches/2100-01-01/date",
        message: "patch 2100-01-01 is dated in the future; today is 2099-12-31",
      },
    ]);
  });

  it("is silenced by an exception with its reason, which goes when the value does", async () => {
    const data = dataToEdit(odd);
    const paths = [COOLDOWN, "heroes/ana/health", "patches/2100-01-01/date"];
    const exceptions = paths.map((path) => ({ path, reason: "A test says so." }));
    writeJson(data, "exceptions.json", { exceptions });
    expect(await check(data)).toMatchObject({ status: 0, stderr: "" });
    setHealth(data, 250);
    expect((await check(data)).stderr).toContain(
      '"heroes/ana/health" is not an unusual value; remove the exception  (needless-exception)',
    );
  });
});

it("a page that was read on a day to come is warned of, and one of today is not", async () => {
  const url = "https://example.org/ana";
  const data = dataToEdit();
  const read = (date: string) =>
    edit(data, "heroes/ana.json", (hero) => (hero.sources = [{ url, date }]));
  read("2099-12-31");
  expect(await check(data)).toMatchObject({ status: 0, stderr: "" });
  read("2100-01-01");
  const { status, stderr } = await check(data);
  expect([status, stderr]).toEqual([
    0,
    expect.stringMatching(
      /^warning: heroes\/ana\.json:\d+: \S+ was read as of 2100-01-01, but today is 2099-12-31; correct the date\n$/,
    ),
  ]);
});

it("a fault of today is not reported of older states again", async () => {
  const data = dataToEdit((folder) =>
    addPatch(folder, "2099-02-01", [{ target: HEALTH, from: 150, to: 200 }]),
  );
  edit(data, "heroes/ana.json", (hero) => hero.aliases.push("a/b"));
  expect((await check(data)).stderr).toContain("\n1 problem in 1 file of ");
});

it.each([
  ["the name of another hero", "Lúcio"],
  ["a value of the wrong type", 5],
])("a fault in one hero's file accuses no other: %s as an alias", async (_what, alias) => {
  const data = dataToEdit();
  edit(data, "heroes/ana.json", (hero) => hero.aliases.push(alias));
  const { stderr } = await check(data);
  const accused = [...stderr.matchAll(/^(\w+\/[\w-]+\.json)$/gm)].map(([, file]) => file);
  expect(accused).toEqual(["heroes/ana.json"]);
});
