import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { create } from "tar";
import { afterAll, describe, expect, it } from "vitest";
import { buildSite } from "../../../build/generator/build-site.ts";
import { newestPatch } from "../../../build/generator/data/reference.ts";
import { edit, temporaryFolder } from "../../helpers/data.ts";
import { soundData } from "../../helpers/real-data.ts";
import { addPatch, setHealth, smallData } from "../data-copies.ts";
import { type Run, run } from "../program.ts";
import { copyOf, manifestOf, newSite, oldSite } from "./deployment/site.ts";

const hasGit = spawnSync("git", ["--version"]).status === 0;

/** Runs `gamedata diff` on a data folder, in the folder around it. */
function diff(data: string, ...args: string[]): Promise<Run> {
  return run(["diff", ...args, "--data", data], { cwd: dirname(data) });
}

it.each(["--json", "--format json", "--format=json"])(
  "what is wrong with the input is JSON where the answer would be: %s",
  async (asked) => {
    const { status, stdout, stderr } = await diff(smallData(), "no", "site", ...asked.split(" "));
    expect([status, stderr]).toEqual([1, ""]);
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      problems: [expect.stringContaining('"no" is neither a site')],
    });
  },
);

/** Small data with a patch of 2099-02-01, in which Ana's health went from 200 to 225. */
function dataWithPatch(): string {
  const data = smallData();
  setHealth(data, 225);
  addPatch(data, "2099-02-01", [
    { target: "heroes/ana/health/standard", from: 200, to: 225 },
    { target: "heroes/ana/6v6/health/standard", from: 225, to: 250 },
  ]);
  return data;
}

const folderOfAll = mkdtempSync(join(tmpdir(), "gamedata-diff-"));
afterAll(() => rmSync(folderOfAll, { recursive: true, force: true }));

/** The site of `dataWithPatch`, which no test changes; `oldSite` is that of the small data. */
async function siteWithPatch(): Promise<string> {
  const out = join(folderOfAll, "dist");
  if (existsSync(out)) return out;
  const data = soundData(dataWithPatch());
  const baseUrl = "https://gamedata.example.org";
  const addresses = { baseUrl, assetsUrl: `${baseUrl}/assets` };
  const about = { ...addresses, patch: newestPatch(data), version: "1" };
  buildSite(data, { ...about, out, from: await oldSite() });
  return out;
}

/** A tarball of a folder's files. */
function tarballOf(folder: string): string {
  const file = `${folder}.tar.gz`;
  create({ cwd: folder, file, sync: true, gzip: true, portable: true }, ["."]);
  return file;
}

/** Commits all that lies around a data folder. */
function commit(data: string): void {
  const person = ["-c", "user.name=tester", "-c", "user.email=tester@example.org"];
  const git = (...args: string[]) =>
    execFileSync("git", [...person, ...args], { cwd: dirname(data) });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "data");
}

const TABLE = `
### Patch 2099-02-01, hotfix: A patch of the tests: Buffs

| | value | before | after |
|---|---|---|---|
| **heroes/ana** | health/standard | 200 | 225 |
|  | 6v6/health/standard | 225 | 250 |
`;

describe("gamedata diff", () => {
  it("takes any date for the newest patch on or before it", async () => {
    const data = dataWithPatch();
    const named = await diff(data, "2099-01-01", "2099-02-01", "--json");
    const dated = await diff(data, "2099-01-31", "2099-03-01", "--json");
    const { old: _old, new: _new, ...found } = JSON.parse(dated.stdout);
    expect(JSON.parse(named.stdout)).toMatchObject(found);
    expect(found.game).toHaveLength(1); // a figure that is not modelled stands in the record alone
  });

  it("compares two patches of the record", async () => {
    const { status, stdout, stderr } = await diff(dataWithPatch(), "2099-01-01", "2099-02-01");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatchInlineSnapshot(`
      "2099-01-01 (patch 2099-01-01) -> 2099-02-01 (patch 2099-02-01)

      Patch 2099-02-01, hotfix: A patch of the tests: Buffs
        heroes/ana
          health/standard      200  ->  225
          6v6/health/standard  225  ->  250

      URLs added: 3
        /v1/overwatch/patches/2099-02-01
        /v1/overwatch/patches/2099-02-01/changes
        /details/patches/2099-02-01.json

      Documents changed: 6, and 9 more in nothing but the patch that they name
        /v1/overwatch/heroes
        /v1/overwatch/heroes/ana
        /v1/overwatch/patches
        /details/heroes.json
        /details/heroes/ana.json
        /v1/openapi.json
      "
    `);
  });

  it("writes Markdown for a change request", async () => {
    const { stdout } = await diff(
      dataWithPatch(),
      "2099-01-01",
      "2099-02-01",
      "--format",
      "markdown",
    );
    expect(stdout).toContain(TABLE);
    expect(
      stdout.startsWith("## 2099-01-01 (patch 2099-01-01) -> 2099-02-01 (patch 2099-02-01)\n"),
    ).toBe(true);
  });

  it("names every path that a cache has to forget, spellings and pages included", async () => {
    const [old, now] = await Promise.all([oldSite(), newSite()]);
    const checksumsOf = (site: string) => {
      const { documents, pages } = manifestOf(site);
      return new Map([
        ...documents.flatMap(({ spellings, sha256 }) =>
          spellings.map((path) => [path, sha256] as const),
        ),
        ...pages.map(({ path, sha256 }) => [path, sha256] as const),
      ]);
    };
    const [before, after] = [checksumsOf(old), checksumsOf(now)];
    const { stdout } = await diff(smallData(), old, now, "--format", "json");
    const purge: string[] = JSON.parse(stdout).purge;
    const decoded = purge.map(decodeURIComponent);

    expect(new Set(decoded)).toEqual(
      new Set([
        ...[...before, ...after]
          .filter(([path]) => before.get(path) !== after.get(path))
          .map(([path]) => path),
        "/manifest.json",
      ]),
    );
    for (const path of [
      "/v1/overwatch/heroes/Captain Amari",
      "/v1/overwatch/heroes/아나",
      "/heroes/ana",
    ])
      expect(decoded).toContain(path);
    expect(decoded).not.toContain("/v1/overwatch/modes");
    expect(purge).toContain("/v1/overwatch/heroes/Captain%20Amari");
  });

  it("writes JSON for machines", async () => {
    const { stdout } = await diff(dataWithPatch(), "2099-01-01", "2099-02-01", "--format", "json");
    expect(JSON.parse(stdout)).toMatchObject({
      old: { label: "2099-01-01", patch: "2099-01-01" },
      new: { label: "2099-02-01", patch: "2099-02-01" },
      patches: { added: [{ id: "2099-02-01" }], removed: [] },
      game: [{ target: "heroes/ana/health/standard", from: 200, to: 225 }],
      corrections: [],
      editedPatches: [],
      editedRecords: [],
      variants: [],
      urls: {
        added: [
          "/v1/overwatch/patches/2099-02-01",
          "/v1/overwatch/patches/2099-02-01/changes",
          "/details/patches/2099-02-01.json",
        ],
        removed: [],
      },
      spellings: { gained: [], lost: [] },
      format: [],
      breaking: [],
    });
  });

  it("names what breaks clients in the JSON too", async () => {
    const data = smallData();
    const old = await oldSite();
    edit(data, "heroes/ana.json", (hero) => hero.aliases.splice(0, 1));
    const found: unknown = JSON.parse((await diff(data, old, ".", "--format", "json")).stdout);
    expect(found).toMatchObject({
      breaking: [expect.stringMatching(/ no longer resolves to .*heroes\/ana$/)],
    });
  });

  it("compares two sites", async () => {
    const data = dataWithPatch();
    const [old, now] = [await oldSite(), await siteWithPatch()];
    const { stdout } = await diff(data, old, now, "--format", "markdown");
    expect(stdout).toContain(`## ${old} (patch 2099-01-01) -> ${now} (patch 2099-02-01)`);
    expect(stdout).toContain("| **heroes/ana** | health/standard |");
  });

  it("compares the tarballs of two sites as it compares their folders", async () => {
    const data = dataWithPatch();
    const [old, now] = [copyOf(await oldSite()), copyOf(await siteWithPatch())];
    const folders = await diff(data, old, now);
    const tarballs = await diff(data, tarballOf(old), tarballOf(now));
    expect(tarballs.stdout.replaceAll(".tar.gz", "")).toBe(folders.stdout);
    expect(tarballs.status).toBe(0);
  });

  it("compares a site with the data as it stands", async () => {
    const data = dataWithPatch();
    const old = await siteWithPatch();
    setHealth(data, 225);
    addPatch(data, "2099-02-02");
    const { stdout } = await diff(data, old, ".");
    expect(stdout).toContain(`${old} (patch 2099-02-01) -> the data folder (patch 2099-02-02)`);
    expect(stdout).toContain(
      "Patch 2099-02-02, hotfix: A patch of the tests\nNo changes of the core game.",
    );
  });

  it("says so where nothing differs", async () => {
    const data = smallData();
    expect((await diff(data, ".", "2099-01-01")).stdout).toBe(
      "the data folder (patch 2099-01-01) -> 2099-01-01 (patch 2099-01-01)\n\nNothing differs.\n",
    );
  });

  it("shows a value that was edited without a record under a heading of its own", async () => {
    const data = dataWithPatch();
    const old = await siteWithPatch();
    edit(data, "heroes/ana.json", (hero) => {
      hero.health.armor = 5;
    });
    expect((await diff(data, old, ".")).stdout).toContain(
      "Unrecorded: in no patch and in no correction\n  heroes/ana\n    health/armor  0  ->  5\n",
    );
  });

  it.each<[what: string, args: string[], status: number]>([
    ["0 where there are differences", ["2099-01-01", "2099-02-01"], 0],
    [
      "1 where there are some and --exit-code asks for it",
      ["2099-01-01", "2099-02-01", "--exit-code"],
      1,
    ],
    ["0 with --exit-code where nothing differs", ["2099-02-01", ".", "--exit-code"], 0],
  ])("exits with %s", async (_what, args, status) => {
    expect((await diff(dataWithPatch(), ...args)).status).toBe(status);
  });
});

describe.skipIf(!hasGit)("gamedata diff of git revisions", () => {
  it("compares a commit with the data as it stands", async () => {
    const data = smallData();
    setHealth(data, 200);
    commit(data);
    setHealth(data, 225);
    addPatch(data, "2099-02-01", [
      { target: "heroes/ana/health/standard", from: 200, to: 225 },
      { target: "heroes/ana/6v6/health/standard", from: 225, to: 250 },
    ]);
    const { status, stdout } = await diff(data, "HEAD", ".", "--format", "markdown");
    expect(stdout).toContain("## HEAD (patch 2099-01-01) -> the data folder (patch 2099-02-01)");
    expect(stdout).toContain(TABLE);
    expect(status).toBe(0);
  });

  it("compares two commits", async () => {
    const data = smallData();
    setHealth(data, 200);
    commit(data);
    setHealth(data, 225);
    commit(data);
    setHealth(data, 999);
    expect((await diff(data, "HEAD~1", "HEAD")).stdout).toContain("health/standard  200  ->  225");
  });

  it("refuses a commit that has no such folder, in one line", async () => {
    const data = smallData();
    commit(data);
    renameSync(data, join(dirname(data), "moved"));
    commit(data);
    expect(await diff(join(dirname(data), "moved"), "HEAD~1", ".")).toEqual({
      status: 1,
      stdout: "",
      stderr: 'the git revision "HEAD~1" has no folder moved/\n',
    });
  });

  it("finds no difference where only the commit is another", async () => {
    const data = smallData();
    commit(data);
    writeFileSync(join(dirname(data), "README.md"), "no data\n");
    commit(data);
    expect((await diff(data, "HEAD~1", "HEAD", "--exit-code")).status).toBe(0);
  });
});

describe("gamedata diff refuses", () => {
  it.each(["nonsense", "dist", "nowhere.tar.gz", "2099-2-1"])(
    "a name that is neither a site, nor a patch, nor a revision: %s",
    async (name) => {
      const data = smallData();
      expect(await diff(data, name, ".")).toEqual({
        status: 1,
        stdout: "",
        stderr:
          `"${name}" is neither a site (a folder or a tarball with a manifest.json), nor a ` +
          `recorded patch, nor a git revision of ${data}\n`,
      });
    },
  );

  it("a patch that is not recorded, and names the nearest", async () => {
    expect(await diff(dataWithPatch(), "2099-02-02-b", ".")).toEqual({
      status: 1,
      stdout: "",
      stderr: 'no patch "2099-02-02-b" is recorded; did you mean 2099-02-01?\n',
    });
  });

  it("a patch from before the record is complete", async () => {
    const data = smallData();
    addPatch(data, "2098-01-01");
    expect(await diff(data, "2098-01-01", ".")).toEqual({
      status: 1,
      stdout: "",
      stderr: "the record of values is complete from 2099-01-01 on only; 2098-01-01 is before it\n",
    });
  });

  it("a tarball that is none", async () => {
    const data = smallData();
    const file = join(temporaryFolder(), "site.tar.gz");
    writeFileSync(file, "no tarball");
    const { status, stdout, stderr } = await diff(data, file, ".");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(`${file} is no readable tarball: `);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it("a site of another version", async () => {
    const data = smallData();
    const site = temporaryFolder();
    writeFileSync(join(site, "manifest.json"), '{ "format": 99 }\n');
    expect(await diff(data, site, ".")).toEqual({
      status: 1,
      stdout: "",
      stderr:
        `${site}/manifest.json has format 99, and this version reads format 1; use a newer ` +
        "version of gamedata\n",
    });
  });

  it("a site whose documents cannot be read", async () => {
    const data = smallData();
    const site = copyOf(await oldSite());
    writeFileSync(join(site, "v1/overwatch/heroes.json"), "{");
    expect((await diff(data, site, ".")).stderr).toBe(
      `${site} holds documents of other shapes than this version reads; gamedata verify ` +
        "tells whether it is whole\n",
    );
  });

  it("data that does not pass its checks", async () => {
    const data = smallData();
    setHealth(data, -1);
    const { status, stdout, stderr } = await diff(data, "2099-01-01", ".");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("heroes/ana.json\n");
    expect(stderr).toContain("health.standard  -1; expected at least 0  (");
  });

  it("a folder in which there is no data", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "gamedata"));
    cpSync(smallData(), join(folder, "other"), { recursive: true });
    const { status, stderr } = await diff(join(folder, "gamedata"), "2099-01-01", ".");
    expect(status).toBe(1);
    expect(stderr).toContain(
      "no game.json here, so this is no data folder; --data names it  (no-data)",
    );
  });

  it.each<[what: string, args: string[], message: string]>([
    ["one name alone", ["."], "error: missing required argument 'new'"],
    [
      "three names",
      [".", ".", "."],
      "error: too many arguments for 'diff'. Expected 2 arguments but got 3.",
    ],
    [
      "an unknown format",
      [".", ".", "--format", "yaml"],
      "error: option '--format <format>' argument 'yaml' is invalid. Allowed choices are " +
        "text, markdown, json.",
    ],
    ["an unknown option", [".", ".", "--exit-codes"], "error: unknown option '--exit-codes'"],
  ])("%s, as wrong usage", async (_what, args, message) => {
    const { status, stdout, stderr } = await diff(smallData(), ...args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });
});
