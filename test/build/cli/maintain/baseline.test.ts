import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { create } from "tar";
import { describe, expect, inject, it } from "vitest";
import { BaselineError, openBaseline } from "../../../../build/cli/maintain/baseline.ts";
import { ManifestError } from "../../../../build/core/site/read-manifest.ts";
import { checkData } from "../../../../build/generator/data/check-data.ts";
import { type GameData, stateOf } from "../../../../build/generator/data/reference.ts";
import { copyOfData, edit, temporaryFolder } from "../../../helpers/data.ts";
import { setHealth, smallData } from "../../data-copies.ts";
import { type Run, run, runShipped } from "../../program.ts";
import { oldSite } from "../deployment/site.ts";

const hasGit = spawnSync("git", ["--version"]).status === 0;

/** Puts the folder around a data folder under git and commits everything in it. */
function commit(data: string): void {
  const top = dirname(data);
  const person = ["-c", "user.name=tester", "-c", "user.email=tester@example.org"];
  const git = (...args: string[]) => execFileSync("git", [...person, ...args], { cwd: top });
  if (!existsSync(join(top, ".git"))) git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "data");
}

function healthIn(baseline: ReturnType<typeof openBaseline>): number | undefined {
  return baseline.state.heroes.find(({ id }) => id === "ana")?.health.standard;
}

function dataOf(folder: string): GameData {
  const checked = checkData(folder);
  if (!checked.ok) throw new Error(`${folder} has problems`);
  return checked.data;
}

function copyOf(data: string): string {
  const copy = join(temporaryFolder(), "before");
  cpSync(data, copy, { recursive: true });
  return copy;
}

describe.skipIf(!hasGit)("the data before the edits, in a checkout", () => {
  it("is the last commit", () => {
    const data = smallData();
    setHealth(data, 111);
    commit(data);
    setHealth(data, 222);
    const baseline = openBaseline(data, undefined);
    expect(healthIn(baseline)).toBe(111);
    expect(baseline.label).toBe("git revision HEAD");
  });

  it("is the last commit, also where a site lies in dist", async () => {
    const data = smallData();
    setHealth(data, 111);
    commit(data);
    setHealth(data, 222);
    const folder = temporaryFolder();
    symlinkSync(await oldSite(), join(folder, "dist"));
    const { stderr } = await recordIn(folder, data);
    expect(stderr).toContain("heroes/ana/health/standard  111  ->  222");
  });

  it("has the patches and the corrections of that commit", () => {
    const data = smallData();
    commit(data);
    const before = dataOf(data);
    edit(data, "corrections.json", ({ corrections }) =>
      corrections.push({
        date: "2099-01-02",
        target: "heroes/ana/health/standard",
        from: 1,
        to: 2,
        reason: "Wrong.",
      }),
    );
    edit(data, "patches/2099-01-01.json", (patch) => {
      patch.name = "Another name";
    });
    const { patches, corrections } = openBaseline(data, undefined);
    expect(patches).toEqual(before.patches);
    expect(corrections).toEqual(before.corrections);
  });

  it("is the revision that is named", () => {
    const data = smallData();
    setHealth(data, 111);
    commit(data);
    setHealth(data, 222);
    commit(data);
    const baseline = openBaseline(data, "HEAD~1");
    expect(healthIn(baseline)).toBe(111);
    expect(baseline.label).toBe("git revision HEAD~1");
  });

  it("is nothing to record on where the commit does not pass its checks", () => {
    const data = smallData();
    edit(data, "heroes/ana.json", (hero) => {
      hero.role = "suport";
      hero.health.armor = -1;
    });
    commit(data);
    expect(() => openBaseline(data, undefined)).toThrow(
      new BaselineError(
        "the data before the edits (git revision HEAD) does not pass its checks, so there " +
          'is nothing to record on: heroes/ana.json: "suport" is none of tank, damage, ' +
          'support; did you mean "support"?, and 1 more',
      ),
    );
  });
});

describe("the data before the edits, named", () => {
  it("is a copy of the folder", () => {
    const data = smallData();
    setHealth(data, 111);
    const copy = copyOf(data);
    setHealth(data, 222);
    const baseline = openBaseline(data, copy);
    expect(healthIn(baseline)).toBe(111);
    expect(baseline.label).toBe(copy);
    expect(baseline.patches).toEqual(dataOf(copy).patches);
  });

  it("is a site, which holds the same state and record as the data it was built from", () => {
    const data = copyOfData();
    const { state, patches, label } = openBaseline(data, inject("realSite"));
    expect(state).toEqual(stateOf(dataOf(data)));
    expect(patches.map(({ id }) => id)).toEqual(
      dataOf(data)
        .patches.map(({ id }) => id)
        .reverse(),
    );
    expect(label).toBe(inject("realSite"));
  });

  it("is the tarball of a site", async () => {
    const [site, file] = [await oldSite(), join(temporaryFolder(), "site.tar.gz")];
    create({ cwd: site, file, sync: true, gzip: true }, ["."]);
    expect(openBaseline(smallData(), file)).toEqual({
      ...openBaseline(smallData(), site),
      label: file,
    });
  });

  it("is nothing to record on where the copy does not pass its checks", () => {
    const data = smallData();
    const copy = copyOf(data);
    writeFileSync(join(copy, "modes.json"), "{\n");
    expect(() => openBaseline(data, copy)).toThrow(
      `the data before the edits (${copy}) does not pass its checks, so there is nothing ` +
        "to record on: modes.json: ",
    );
  });

  it("is nothing to record on where its record does not join", () => {
    const data = smallData();
    const copy = copyOf(data);
    edit(copy, "patches/2099-01-01.json", ({ changes }) =>
      changes.push({ target: "heroes/ana/health/standard", from: 1, to: 2 }),
    );
    expect(() => openBaseline(data, copy)).toThrow(
      "does not pass its checks, so there is nothing to record on: " +
        "patches/2099-01-01.json: the record of heroes/ana/health/standard does not join",
    );
  });

  it.each(["nowhere", "no-such-branch", ""])(
    "is refused where nothing has that name: %j",
    (name) => {
      expect(() => openBaseline(smallData(), name)).toThrow(
        new BaselineError(
          `--base: "${name}" is neither a data folder, nor a built site, nor a git revision`,
        ),
      );
    },
  );

  it("is refused where the site is of another version", () => {
    const site = temporaryFolder();
    writeFileSync(join(site, "manifest.json"), "{}\n");
    expect(() => openBaseline(smallData(), site)).toThrow(ManifestError);
  });
});

/** The arguments of `record`, with everything but the baseline given. */
function recordLine(data: string): string[] {
  const about = ["--kind", "hotfix", "--name", "Hotfix", "--data", data, "--yes"];
  return ["record", "2099-02-01", ...about];
}

/** Runs `record` in a folder, as a person would type it there. */
function recordIn(cwd: string, data: string): Promise<Run> {
  return run(recordLine(data), { cwd });
}

describe("the data before the edits, in no checkout", () => {
  it("is the site in dist of the folder where one works", async () => {
    const data = smallData();
    setHealth(data, 222);
    const folder = temporaryFolder();
    symlinkSync(await oldSite(), join(folder, "dist"));
    const { status, stderr } = await recordIn(folder, data);
    expect(status).toBe(0);
    expect(stderr).toContain("heroes/ana/health/standard  ");
    expect(stderr).toContain("  ->  222");
  });

  it("is the site in dist on a machine without git", async () => {
    const data = smallData();
    setHealth(data, 222);
    const folder = temporaryFolder();
    symlinkSync(await oldSite(), join(folder, "dist"));
    expect(runShipped(recordLine(data), { cwd: folder, env: { PATH: "" } }).status).toBe(0);
  });

  it("is missing where there is no site either, which a line tells", async () => {
    expect(await recordIn(temporaryFolder(), smallData())).toEqual({
      status: 1,
      stdout: "",
      stderr:
        "the data is in no git checkout and there is no site in dist to compare with; name " +
        "the data before the edits with --base: a copy of the folder, a built site, or a " +
        "git revision\n",
    });
  });
});
