import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { encodePath } from "../../../build/core/site/path-files.ts";
import { startProxy } from "../../helpers/proxy.ts";
import { addPatch, setHealth, smallData } from "../data-copies.ts";
import { run } from "../program.ts";
import { dataToEdit, HEALTH } from "./data-to-edit.ts";
import { manifestOf, newSite, oldSite, UNLIMITED } from "./deployment/site.ts";

/** Runs `gamedata diff` on a data folder, in the folder around it. */
function diff(data: string, ...args: string[]) {
  return run(["diff", ...args, "--data", data], { cwd: dirname(data) });
}

/** Adds a patch of 2099-02-01, in which Ana's health went from 200 to 225. */
function withPatch(data: string) {
  setHealth(data, 225);
  addPatch(data, "2099-02-01", [{ target: HEALTH, from: 200, to: 225 }]);
  return data;
}

describe("gamedata diff", () => {
  it("compares two patches of the record, and any day is the newest patch until then", async () => {
    const data = withPatch(smallData());
    const { status, stdout, stderr } = await diff(data, "2099-01-31", "2099-03-01");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(
      `2099-01-31 (patch 2099-01-01) -> 2099-03-01 (patch 2099-02-01)

Patch 2099-02-01, hotfix: A patch of the tests
  heroes/ana
    health/standard  200  ->  225

Documents added: 3
  /v1/overwatch/patches/2099-02-01
  /v1/overwatch/patches/2099-02-01/changes
  /details/patches/2099-02-01.json

Documents changed: 8
  /v1/overwatch/heroes
  /v1/overwatch/heroes/ana
  /v1/overwatch/patches
  /details/heroes.json
  /details/heroes/ana.json
  /lists/heroes.json
  /lists/patches.json
  /lists/changes.json
`,
    );
  });

  it("compares a commit with the folder as Markdown, and lists an unrecorded edit", async () => {
    const data = withPatch(dataToEdit());
    const { status, stdout } = await diff(data, "HEAD", ".", "--format", "markdown");
    expect(status).toBe(0);
    expect(stdout).toContain("## HEAD (patch 2099-01-01) -> the data folder (patch 2099-02-01)");
    setHealth(data, 240);
    addPatch(data, "2099-02-01");
    expect((await diff(data, "HEAD", ".")).stdout).toContain(
      "\nValues that differ without a new patch\n  heroes/ana\n    health/standard  200  ->  240\n",
    );
  });

  it("compares an address with a folder, and lists what a cache must purge", async () => {
    const [old, now] = await Promise.all([oldSite(), newSite()]);
    const { url } = await startProxy(old, UNLIMITED);
    const { stdout } = await diff(smallData(), url, now, "--json");
    const { values, spellings, breaking, purge } = JSON.parse(stdout);
    const resource = "/v1/overwatch/heroes/ana";
    expect([values, breaking, spellings.gained]).toEqual([
      [],
      [],
      [
        { resource, spelling: "Captain Amari" },
        { resource, spelling: "captain amari" },
      ],
    ]);
    const linesOf = (site: string) => {
      const { documents, pages } = manifestOf(site);
      return [
        ...documents.flatMap(({ spellings: all, sha256 }) =>
          all.map((path) => `${sha256} ${encodePath(path)}`),
        ),
        ...pages.map(({ path, sha256 }) => `${sha256} ${encodePath(path)}`),
      ];
    };
    const before = linesOf(old);
    const after = linesOf(now);
    const differing = [
      ...before.filter((line) => !after.includes(line)),
      ...after.filter((line) => !before.includes(line)),
    ].map((line) => line.split(" ")[1]);
    expect(new Set(purge)).toEqual(new Set([...differing, "/manifest.json"]));
    expect(purge).toContain(encodePath("/v1/overwatch/heroes/Captain Amari"));
    expect(purge).not.toContain("/v1/overwatch/modes");
  });

  it.each([
    ["1 with --exit-code where there are differences", ["OLD", "NEW", "--exit-code"], 1],
    ["0 with --exit-code where there are none", ["NEW", "NEW", "--exit-code"], 0],
    ["0 with --fail-on breaking where nothing is gone", ["OLD", "NEW", "--fail-on", "breaking"], 0],
    ["1 with --fail-on breaking where a spelling is", ["NEW", "OLD", "--fail-on", "breaking"], 1],
  ])("exits with %s", async (_what, args, status) => {
    const sites: Record<string, string> = { OLD: await oldSite(), NEW: await newSite() };
    const line = args.map((word) => sites[word] ?? word);
    expect((await diff(smallData(), ...line)).status).toBe(status);
  });
});

describe("gamedata diff refuses", () => {
  it.each([
    [
      "a name of nothing",
      "2099-2-1",
      '"2099-2-1" is neither a site (a folder or a tarball with a manifest.json, or an address), ' +
        "nor a recorded patch, nor a git revision of DATA\n",
    ],
    [
      "a patch that is not recorded",
      "2099-02-02-b",
      'no patch "2099-02-02-b" is recorded; did you mean "2099-02-01"?\n',
    ],
    [
      "an address where nothing answers",
      "http://127.0.0.1:9",
      "http://127.0.0.1:9/manifest.json: ",
    ],
  ])("%s", async (_what, old, message) => {
    const data = withPatch(smallData());
    const { status, stdout, stderr } = await diff(data, old, ".");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr.replaceAll(data, "DATA")).toContain(message);
  });

  it("bad input with JSON where the answer would be JSON", async () => {
    const { status, stdout } = await diff(smallData(), "no", "site", "--format=json");
    expect([status, JSON.parse(stdout)]).toEqual([
      1,
      { ok: false, problems: [expect.stringContaining('"no" is neither a site')] },
    ]);
  });
});
