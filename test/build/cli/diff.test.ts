import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { commit, hasGit } from "../../helpers/git.ts";
import { addPatch, setHealth, smallData } from "../data-copies.ts";
import { type Run, run } from "../program.ts";
import { manifestOf, newSite, oldSite } from "./deployment/site.ts";

/** Runs `gamedata diff` on a data folder, in the folder around it. */
function diff(data: string, ...args: string[]): Promise<Run> {
  return run(["diff", ...args, "--data", data], { cwd: dirname(data) });
}

/** Small data with a patch of 2099-02-01, in which Ana's health went from 200 to 225. */
function dataWithPatch(data = smallData()): string {
  setHealth(data, 225);
  addPatch(data, "2099-02-01", [
    { target: "heroes/ana/health/standard", from: 200, to: 225 },
    { target: "heroes/ana/6v6/health/standard", from: 225, to: 250 },
  ]);
  return data;
}

const folderOfAll = mkdtempSync(join(tmpdir(), "gamedata-diff-"));
afterAll(() => rmSync(folderOfAll, { recursive: true, force: true }));

const TABLE = `
### Patch 2099-02-01, hotfix: A patch of the tests: Buffs

| | value | before | after |
|---|---|---|---|
| **heroes/ana** | health/standard | 200 | 225 |
|  | 6v6/health/standard | 225 | 250 |
`;

describe("gamedata diff", () => {
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

      Documents changed: 6, and 8 more in nothing but the patch that they name
        /v1/overwatch/heroes
        /v1/overwatch/heroes/ana
        /v1/overwatch/patches
        /details/heroes.json
        /details/heroes/ana.json
        /v1/openapi.json
      "
    `);
  });

  it("writes JSON for machines, and takes any date for the newest patch until then", async () => {
    const { stdout } = await diff(dataWithPatch(), "2099-01-31", "2099-03-01", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      old: { label: "2099-01-31", patch: "2099-01-01" },
      new: { label: "2099-03-01", patch: "2099-02-01" },
      patches: { added: [{ id: "2099-02-01" }], removed: [] },
      game: [{ target: "heroes/ana/health/standard", from: 200, to: 225 }],
      corrections: [],
      editedPatches: [],
      urls: { removed: [] },
      spellings: { gained: [], lost: [] },
      format: [],
      breaking: [],
    });
  });

  it("lists every path that a cache must purge, spellings and pages included", async () => {
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

  it.each<[what: string, args: string[], status: number]>([
    ["1 with --exit-code where there are some", ["2099-01-01", "2099-02-01", "--exit-code"], 1],
    ["0 with --exit-code where there are none", ["2099-02-01", ".", "--exit-code"], 0],
  ])("exits with %s", async (_what, args, status) => {
    expect((await diff(dataWithPatch(), ...args)).status).toBe(status);
  });
});

describe.skipIf(!hasGit)("gamedata diff of git revisions", () => {
  it("compares a commit with the data in the folder, as Markdown for a pull request", async () => {
    const data = smallData();
    setHealth(data, 200);
    commit(dirname(data));
    dataWithPatch(data);
    const { status, stdout } = await diff(data, "HEAD", ".", "--format", "markdown");
    expect(stdout).toContain("## HEAD (patch 2099-01-01) -> the data folder (patch 2099-02-01)");
    expect(stdout).toContain(TABLE);
    expect(status).toBe(0);
  });
});

describe("gamedata diff refuses", () => {
  it.each<[what: string, old: string | ((data: string) => string), message: string]>([
    [
      "a name that is neither a site, nor a patch, nor a revision",
      "2099-2-1",
      '"2099-2-1" is neither a site (a folder or a tarball with a manifest.json), nor a ' +
        "recorded patch, nor a git revision of DATA\n",
    ],
    [
      "a patch that is not recorded",
      "2099-02-02-b",
      'no patch "2099-02-02-b" is recorded; did you mean 2099-02-01?\n',
    ],
  ])("%s", async (_what, old, message) => {
    const data = dataWithPatch();
    const name = typeof old === "string" ? old : old(data);
    const { status, stdout, stderr } = await diff(data, name, ".");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr.replaceAll(data, "DATA")).toContain(message);
  });

  it.each(["--json", "--format json", "--format=json"])(
    "bad input with JSON where the answer would be JSON: %s",
    async (asked) => {
      const { status, stdout } = await diff(smallData(), "no", "site", ...asked.split(" "));
      expect([status, JSON.parse(stdout)]).toEqual([
        1,
        { ok: false, problems: [expect.stringContaining('"no" is neither a site')] },
      ]);
    },
  );
});
