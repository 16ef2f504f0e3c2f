import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { edit, filesOf, problemsOf, temporaryFolder } from "../../helpers/data.ts";
import { commit } from "../../helpers/git.ts";
import { addPatch, setHealth, smallData, writeJson } from "../data-copies.ts";
import { run } from "../program.ts";
import {
  DART,
  DAY,
  dataToEdit,
  gamedata,
  HEAD,
  HEALTH,
  PATCH_FILE,
  readData,
  record,
  rowsFile,
  setCooldown,
} from "./data-to-edit.ts";

/** Data with an edited health of Ana. */
function editedData() {
  const data = dataToEdit();
  setHealth(data, 225);
  return data;
}

/** The lines that name files that were written. */
const written = (data: string, ...files: string[]) =>
  files.map((file) => `${join(data, file)}\n`).join("");

const targetsIn = (data: string) =>
  readData(data, PATCH_FILE).changes.map(({ target }: { target: string }) => target);

describe("gamedata record", () => {
  it("shows the changes, writes the patch, and prints the files", async () => {
    const data = dataToEdit((folder) => setCooldown(folder, 14));
    setHealth(data, 225);
    setCooldown(data, 12);
    const before = filesOf(data);
    const about = ["--source", "https://example.org/notes", "--summary", "Ana is tougher."];
    expect(await record(data, ...about)).toEqual({
      status: 0,
      stdout: written(data, "game.json", PATCH_FILE),
      stderr: expect.stringContaining(
        `new patch ${DAY}, Hotfix: Ana:\n` +
          "  heroes/ana/health/standard                200  ->  225\n" +
          "  heroes/ana/abilities/sleep-dart/cooldown  14   ->  12\n",
      ),
    });
    const { [PATCH_FILE]: patch, ...others } = filesOf(data);
    const { "game.json": _, ...rest } = before;
    expect(others).toEqual({ ...rest, "game.json": others["game.json"] });
    expect(problemsOf(data)).toEqual([]);
    expect(JSON.parse(patch ?? "")).toMatchObject({
      sourceUrl: "https://example.org/notes",
      summary: "Ana is tougher.",
      changes: [{ target: HEALTH }, { target: `${DART}/cooldown` }].map((change) => ({
        ...change,
        source: "https://example.org/notes",
      })),
    });
  });

  it("moves the day up to which sources were searched, and ends what was expected", async () => {
    const expectation = { kind: "season", reason: "A season lasts eight weeks." };
    const past = { ...expectation, earliest: "2099-01-01", latest: "2099-01-31" };
    const later = { ...expectation, earliest: DAY, latest: "2099-02-28" };
    const data = dataToEdit((folder) =>
      edit(folder, "game.json", (game) => {
        game.expected = [past, later];
      }),
    );
    setHealth(data, 225);
    const { stdout, stderr } = await record(data);
    expect(stdout).toBe(written(data, "game.json", PATCH_FILE));
    expect(stderr).toContain("no longer expected in game.json: season, 2099-01-01 to 2099-01-31\n");
    const { lastChecked, expected } = readData(data, "game.json");
    expect([lastChecked, expected]).toEqual(["2099-12-31", [later]]);
    edit(data, "game.json", (game) => {
      game.lastChecked = DAY;
    });
    setHealth(data, 230);
    expect((await record(data)).stdout).toBe(written(data, PATCH_FILE));
  });

  it("takes what was not finished in the commit for new, and says so", async () => {
    const data = smallData();
    await gamedata(data, ["new", "map", "harbor"]);
    commit(dirname(data));
    const about = {
      name: "Harbor",
      mode: "push",
      sources: [{ url: "https://example.org", date: "2026-06" }],
    };
    edit(data, "maps/harbor.json", (map) => Object.assign(map, about));
    const unfinished =
      "note: maps/harbor.json was not finished in git revision HEAD, so it counts as new\n";
    const { stderr } = await gamedata(data, ["check"]);
    expect(stderr).toContain(unfinished);
    expect(stderr).toContain("maps/harbor is new: it is not in git revision HEAD");
    expect((await record(data)).stderr).toContain(
      `${unfinished}new patch ${DAY}, Hotfix: Ana:\n  maps/harbor  (new)  ->  Harbor\n` +
        "note: 1 of these have no source; --source says where they were read\n",
    );
  });

  it("says when a patch of the last commit was added to, and keeps the order of keys", async () => {
    const data = dataToEdit((folder) => {
      addPatch(folder, DAY);
      const { names, id, ...hero } = readData(folder, "heroes/ana.json");
      writeJson(folder, "heroes/ana.json", { ...hero, id, names });
    });
    const { "heroes/ana.json": before = "" } = filesOf(data);
    const rows = [{ target: HEALTH, from: 200, to: 225 }];
    const known = ["--kind", "hotfix", "--name", "A patch of the tests"];
    expect(await record(data, ...known, "--changes", rowsFile(data, rows))).toMatchObject({
      status: 0,
    });
    expect(Object.entries(readData(data, PATCH_FILE)).slice(6, 9)).toEqual([
      ["summary", null],
      ["revised", "2099-12-31"],
      ["completeness", { state: "complete" }],
    ]);
    expect(filesOf(data)["heroes/ana.json"]).toBe(
      before.replace('"standard": 200', '"standard": 225'),
    );
  });

  it("does not take a figure for a change that an older patch has brought", async () => {
    const data = dataToEdit((folder) => addPatch(folder, "2099-01-02"));
    addPatch(data, "2099-01-02", [{ target: `${DART}/shots`, to: 2 }]);
    edit(data, "heroes/ana.json", (hero) => {
      hero.abilities[0].figures.shots = 2;
    });
    setHealth(data, 225);
    expect(await record(data)).toMatchObject({ status: 0 });
    expect(targetsIn(data)).toEqual([HEALTH]);
    expect(await gamedata(data, ["check"])).toMatchObject({ status: 0 });
  });
});

describe("gamedata record --changes", () => {
  it("applies the rows of the files' values, and records all", async () => {
    const data = dataToEdit((folder) => setCooldown(folder, 14));
    const rows = [
      { target: HEALTH, from: 200, to: 220, percent: 10, note: "Rounded." },
      { target: `${DART}/cooldown`, from: 14, to: 12, source: "https://example.org/dart" },
      { target: HEAD, from: 75, to: 80, note: "As tested." },
    ];
    const { status, stdout } = await record(data, "--changes", rowsFile(data, rows));
    expect([status, stdout]).toEqual([
      0,
      written(data, "game.json", "heroes/ana.json", PATCH_FILE),
    ]);
    expect(readData(data, PATCH_FILE)).toMatchObject({
      changes: rows,
      sources: [{ url: "https://example.org/dart", date: "2099-12-31" }],
    });
    expect(readData(data, "heroes/ana.json").health.standard).toBe(220);
    expect(problemsOf(data)).toEqual([]);
  });

  it("adds and removes figures and perks", async () => {
    const data = dataToEdit();
    const [gone] = readData(data, "heroes/ana.json").perks;
    const tea = { tier: gone.tier, name: "Tea" };
    const rows = [
      { target: "heroes/ana/perks/tea", to: { ...tea, effect: "Heals." } },
      { target: `heroes/ana/perks/${gone.id}`, from: true },
      { target: `${DART}/shots`, to: 2 },
    ];
    expect(await record(data, "--changes", rowsFile(data, rows))).toMatchObject({ status: 0 });
    expect(readData(data, PATCH_FILE).changes).toEqual([
      { target: `${DART}/shots`, to: 2 },
      { target: `heroes/ana/perks/${gone.id}`, from: expect.objectContaining({ name: gone.name }) },
      { target: "heroes/ana/perks/tea", to: { id: "tea", ...tea } },
    ]);
    expect(readData(data, "heroes/ana.json").abilities[0].figures.shots).toBe(2);
  });

  it("takes gaps of what is gone off the list, and says so", async () => {
    const [gone, other] = readData(smallData(), "heroes/ana.json").perks;
    const perks = "heroes/ana/perks";
    const reason = "Nobody has read it.";
    const data = dataToEdit((folder) =>
      writeJson(folder, "gaps.json", {
        gaps: [
          { path: `${perks}/{${gone.id}/name,${other.id}/name,${other.id}/effect}`, reason },
          { path: `${perks}/{${gone.id}/name,${gone.id}/effect}`, reason },
          { path: perks, reason },
          { path: `${perks}/${gone.id}/name`, before: DAY, reason },
        ],
      }),
    );
    edit(data, "heroes/ana.json", (hero) =>
      hero.perks.splice(0, 1, { id: "tea", tier: gone.tier, name: "Tea", effect: "Heals." }),
    );
    const { status, stderr } = await record(data);
    const said = ["name", "effect"].map(
      (key) => `${perks}/${gone.id}/${key} is gone, and so is its gap\n`,
    );
    expect([status, stderr.startsWith(`${said.join("")}new patch`)]).toEqual([0, true]);
    expect(readData(data, "gaps.json").gaps).toEqual([
      { path: `${perks}/{${other.id}/name,${other.id}/effect}`, reason },
      { path: perks, reason },
      { path: `${perks}/${gone.id}/name`, before: DAY, reason },
    ]);
  });

  it("keeps the old names of a renamed ability and map", async () => {
    const data = dataToEdit((folder) =>
      edit(folder, "heroes/ana.json", ({ perks }) => {
        for (const perk of perks) perk.effect = "Makes Ana better."; // none uses an old name
      }),
    );
    const rows = [
      { target: `${DART}/name`, from: "Sleep Dart", to: "Doze Dart" },
      { target: "maps/ilios/name", from: "Ilios", to: "Iliad" },
    ];
    expect(await record(data, "--changes", rowsFile(data, rows))).toMatchObject({ status: 0 });
    expect(readData(data, PATCH_FILE).changes).toEqual(rows);
    expect(readData(data, "maps/ilios.json").aliases).toContain("Ilios");
    const { stdout } = await gamedata(data, ["lookup", "sleep dart"]);
    expect(stdout).toBe("heroes/ana/abilities/sleep-dart  Doze Dart  until 2099-02-01\n");
  });

  it.each([
    [
      "a from that is not our value, with both",
      [{ target: HEALTH, from: 210, to: 220 }],
      `${HEALTH} is 200, not 210; correct the row, or our value first\n`,
    ],
    [
      "a misspelled target",
      [{ target: "heroes/ana/abilities/sleep-drat/damage", from: 5, to: 6 }],
      "is not in the data, not 5; did you mean heroes/ana/abilities/sleep-dart/damage?\n",
    ],
    [
      "a new perk without an effect",
      [{ target: "heroes/ana/perks/nap", to: { tier: "minor", name: "Nap", effect: "" } }],
      "effect  ",
    ],
    [
      "a value of the wrong type",
      [{ target: HEALTH, from: 200, to: "220" }],
      'health.standard  "220" is a string; expected a number',
    ],
    [
      "every place that is wrong",
      [{ target: "ana" }, { target: HEAD, to: 1, comment: "x" }],
      '[1].comment  unknown key "comment"; expected only target, ',
    ],
    ["no list", { target: HEAD }, "rows.json\n"],
  ])("refuses %s, and changes no file", async (_what, rows, message) => {
    const data = dataToEdit();
    const before = filesOf(data);
    const { status, stderr } = await record(data, "--changes", rowsFile(data, rows));
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(filesOf(data)).toEqual(before);
  });

  it.each([
    ["", "--changes: the name of the file is empty\n"],
    ["/dev/zero", "/dev/zero is a device; pass the path of a file, or -\n"],
    ["nowhere.json", "nowhere.json: ENOENT: no such file or directory, stat 'nowhere.json'\n"],
  ])("refuses the file %j", async (file, stderr) => {
    expect(await record(dataToEdit(), "--changes", file)).toMatchObject({ status: 1, stderr });
  });
});

describe("gamedata record refuses, and changes no file:", () => {
  it("another run at work on the same data", async () => {
    const data = editedData();
    mkdirSync(join(data, "patches.lock"));
    writeFileSync(join(data, "patches.lock", `${process.ppid}`), "");
    const before = filesOf(data);
    const refused = await record(data);
    expect(refused.stderr).toContain("patches: another run is changing it; try again when it is ");
    expect([refused.status, refused.stdout]).toEqual([1, ""]);
    expect(filesOf(data)).toEqual(before);
  });

  it("no terminal to ask on, as wrong usage", async () => {
    const data = editedData();
    const line = ["record", DAY, "--kind", "hotfix", "--name", "Hotfix: Ana", "--data", data];
    expect(await run(line, { cwd: dirname(data) })).toEqual({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining("error: standard input is not a terminal; use --yes to "),
    });
    expect(await gamedata(data, ["record", DAY, "--yes"])).toMatchObject({
      status: 2,
      stderr: "error: required option '--kind <kind>' not specified\n",
    });
  });

  it("data that git does not track", async () => {
    const data = smallData(join(temporaryFolder(), "data"));
    expect(await record(data)).toMatchObject({
      status: 1,
      stderr: `${data}: git does not track it, and record compares with a commit\n`,
    });
  });
});

describe("on a terminal, record", () => {
  it("asks for what is missing, until it is valid, and then whether to write", async () => {
    const data = editedData();
    const typed = "hotfx\nhotfix\n\nHotfix: Ana\nnotes\nhttps://example.org/notes\ny\n";
    const { status, stderr } = await gamedata(data, ["record", DAY], typed);
    const asked = ["Kind (season, mid-season, hotfix): ", "Name, such as ", "Address of the notes"];
    expect([status, ...asked.map((text) => stderr.split(text).length - 1)]).toEqual([0, 2, 2, 2]);
    expect(stderr).toContain(`${join(data, PATCH_FILE)}? [y/N] `);
    expect(readData(data, PATCH_FILE)).toMatchObject({
      kind: "hotfix",
      name: "Hotfix: Ana",
      sourceUrl: "https://example.org/notes",
    });
  });

  it.each([
    ["n\n", 1],
    ["\u0003", 130],
  ])("writes nothing after %j", async (typed, code) => {
    const data = editedData();
    const before = filesOf(data);
    const line = ["record", DAY, "--kind", "hotfix", "--name", "X", "--source", "https://x.test"];
    const { status, stderr } = await gamedata(data, line, typed);
    expect([status, stderr]).toEqual([code, expect.stringMatching(/nothing was written\n$/)]);
    expect(filesOf(data)).toEqual(before);
  });
});
