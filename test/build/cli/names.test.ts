import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../helpers/data.ts";
import { addPatch, copyOfToday, smallData } from "../data-copies.ts";
import { type Run, run as runOn } from "../program.ts";

/** A match log of three lines: a map in a variant, a hero in Korean, and a name with a mistake. */
const LOG = [
  "[00:00:00] ,match_start,0,King's Row (Winter),Hybrid,Team 1,Team 2",
  "[00:00:09] ,hero_spawn,0,Team 1,Ana,루시우,0,0",
  "[00:00:10] ,hero_spawn,0,Team 2,Player2,Tracr,0,0",
  "",
].join("\r\n");

const folderOfAll = mkdtempSync(join(tmpdir(), "gamedata-names-"));
afterAll(() => rmSync(folderOfAll, { recursive: true, force: true }));

/** The data of today, which has all the names, without its record. */
const DATA = copyOfToday(join(folderOfAll, "today"));

/** Its one patch. */
const NEWEST = readdirSync(join(DATA, "patches")).join().replace(".json", "");

function run(args: string[], place: Parameters<typeof runOn>[1]): Promise<Run> {
  return runOn([...args, "--data", DATA], place);
}

const UNKNOWN =
  'no hero, map, mode, team, ability or perk is called "Lucioo"; did you mean Lucio (heroes/lucio)';

describe("gamedata lookup", () => {
  const lookup = (...args: string[]) => run(["lookup", ...args], { cwd: temporaryFolder() });

  it("takes the data of the checkout unless another is named", async () => {
    const { stdout } = await runOn(["lookup", "Torbjorn"], { cwd: temporaryFolder() });
    expect(stdout).toBe("heroes/torbjorn  Torbjörn  id\n");
  });

  it("says what a name means", async () => {
    expect((await lookup("king's row (WINTER)")).stdout).toBe(
      "maps/kings-row  King's Row  variant winter\n",
    );
  });

  it("names the nearest where a name means nothing, and exits with 1", async () => {
    expect(await lookup("Lucioo")).toEqual({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining(UNKNOWN),
    });
    expect((await lookup("qqqqqqqqq")).stderr).toBe(
      'no hero, map, mode, team, ability or perk is called "qqqqqqqqq"\n',
    );
  });

  it("knows modes, teams, and what is not in the API", async () => {
    expect((await lookup("쟁탈", "équipe\u00a01 ")).stdout).toBe(
      "쟁탈       modes/control  Control  mode\néquipe\u00a01   teams/1        Team 1   team\n",
    );
    expect((await lookup("Volskaya")).stderr).toMatch(
      /did you mean Volskaya Industries \(maps\/volskaya-industries\)\?\n$/,
    );
  });

  it("takes several names, and reports each", async () => {
    expect(await lookup("Ana", "Ilios", "Lucioo")).toEqual({
      status: 1,
      stdout: "Ana    heroes/ana  Ana    English name\nIlios  maps/ilios  Ilios  id\n",
      stderr: expect.stringContaining(UNKNOWN),
    });
    const lines = (await lookup("Ana", "Lucioo", "--json")).stdout.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { ok: true, name: "Ana" },
      { ok: false, name: "Lucioo" },
    ]);
  });
});

describe("the names of a day", () => {
  /** Data in which a patch renamed Ana's first ability, whose id stays, . */
  const data = smallData(join(folderOfAll, "renamed"));
  const target = "heroes/ana/abilities/sleep-dart/name";
  addPatch(data, "2099-02-01", [{ target, from: "Doze Dart", to: "Sleep Dart" }]);
  const log = [
    "[00:00:20] ,ability_1_used,20,Team 1,Player1,Ana,0,0",
    "[00:00:21] ,ability_1_used,20,Team 1,Player1,Ana,0,0",
    "[00:00:22] ,kill,21,Team 1,Player1,Ana,Team 2,Player2,Lúcio,Primary Fire,9,0,0",
    "[00:00:23] ,damage,21,Team 1,Player1,Ana,Team 2,Player2,Lúcio,Doze Dart,9,0,0",
    "[00:00:24] ,damage,21,Team 1,Player1,Ana,Team 2,Player2,Lúcio,0,9,0,0",
  ].join("\n");
  const runIn = (cwd: string, ...args: string[]) => runOn([...args, "--data", data], { cwd });

  it("are those of the newest patch on or before it", async () => {
    const lookup = (...args: string[]) => runIn(temporaryFolder(), "lookup", ...args);
    expect((await lookup("Doze Dart")).stdout).toBe(
      "heroes/ana/abilities/sleep-dart  Sleep Dart  until 2099-02-01\n",
    );
    expect(await lookup("Doze Dart", "--day", "2099-01-31")).toEqual({
      status: 0,
      stdout: "heroes/ana/abilities/sleep-dart  Doze Dart  Ability 1\n",
      stderr: "names as of patch 2099-01-01\n",
    });
    expect((await lookup("Headhunter")).stdout).toBe(
      "heroes/ana/perks/headhunter  Headhunter  perk\n",
    );
    expect((await lookup("Ana", "--day", "2098-01-01")).stderr).toMatch(/2098-01-01 is earlier\n$/);
    expect((await lookup("Ana", "--day", "today")).stderr).toBe(
      '--day: "today" is not a day; expected YYYY-MM-DD\n',
    );
  });

  it.each([
    ["log.txt", ["--day", "2099-01-31"], "2099-01-01", "Doze Dart", 4],
    ["Log-2099-01-31-20-14-44.txt", [], "2099-01-01", "Doze Dart", 4],
    ["Log-2021-01-31-20-14-44.txt", [], "2099-01-01", "Doze Dart", 4],
  ])("%s %j has the abilities of patch %s", async (file, args, patch, name, count) => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, file), log);
    const { stdout, stderr } = await runIn(cwd, "resolve", file, "--json", ...args);
    const found = JSON.parse(stdout);
    expect(found.patch).toBe(patch);
    expect(found.abilities).toContainEqual({
      hero: "ana",
      key: "Ability 1",
      id: "sleep-dart",
      name,
      count: 2,
      used: 2,
      hits: 0,
    });
    expect(
      found.abilities.reduce((sum: number, one: { count: number }) => sum + one.count, 0),
    ).toBe(count);
    expect(stderr.includes("is before the record")).toBe(file.includes("2021"));
  });
});

describe("gamedata resolve", () => {
  const resolve = (log: string | Buffer, ...args: string[]) => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "log.txt"), log);
    return run(["resolve", "log.txt", ...args], { cwd });
  };

  it("lists what each name resolves to and what does not resolve, and exits with 1", async () => {
    expect(await resolve(LOG)).toEqual({
      status: 1,
      stdout: `3 lines, 3 events, 3 names, as of patch ${NEWEST}

maps
  King's Row (Winter)  maps/kings-row, variant winter  1

heroes
  루시우  heroes/lucio  1

not resolved
  Tracr  in heroes, once, first in line 3  nearest: Tracer (heroes/tracer)
`,
      stderr: "1 name does not resolve\n",
    });
    expect(await resolve(LOG.replace("Tracr", "Tracer"))).toMatchObject({ status: 0, stderr: "" });
  });

  it("takes several logs, patterns of them and packed ones", async () => {
    const cwd = temporaryFolder();
    const good = LOG.replace("Tracr", "Tracer");
    writeFileSync(join(cwd, "a.txt"), good);
    writeFileSync(join(cwd, "b.txt"), good);
    writeFileSync(join(cwd, "c.txt.gz"), gzipSync(LOG));
    const { status, stdout } = await run(["resolve", "*.txt", "c.txt.gz"], { cwd });
    expect(status).toBe(1);
    expect(stdout.match(/^(a\.txt|b\.txt|c\.txt\.gz)$/gm)).toEqual(["a.txt", "b.txt", "c.txt.gz"]);
    const json = await run(["resolve", "*.txt", "c.txt.gz", "--json"], { cwd });
    const reports = json.stdout.trimEnd().split("\n");
    expect(reports.map((line) => JSON.parse(line))).toMatchObject([
      { ok: true, file: "a.txt", lines: 3 },
      { ok: true, file: "b.txt" },
      { ok: false, file: "c.txt.gz", names: [{ id: "kings-row" }, { id: "lucio" }, { id: null }] },
    ]);
    expect(await run(["resolve", "*.log"], { cwd })).toMatchObject({
      status: 1,
      stderr: "*.log: no such file\n",
    });
    writeFileSync(join(cwd, "d.txt.gz"), "no gzip");
    expect(await run(["resolve", "d.txt.gz"], { cwd })).toMatchObject({
      status: 1,
      stderr: "d.txt.gz: not a gzip file, or incomplete\n",
    });
  });

  it("says so where there is nothing to resolve", async () => {
    const expected = "expected lines such as [00:00:00] ,match_start,0,Ilios,Control,Team 1,Team 2";
    expect(await resolve("hello\n")).toEqual({
      status: 1,
      stdout: "",
      stderr: `log.txt contains no hero or map names (1 line, 0 of them events); ${expected}\n`,
    });
  });
});
