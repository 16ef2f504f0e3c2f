import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { create } from "tar";
import { describe, expect, inject, it } from "vitest";
import { openBaseline } from "../../../../build/cli/maintain/baseline.ts";
import { SnapshotError } from "../../../../build/cli/maintain/snapshot.ts";
import { ManifestError } from "../../../../build/core/site/read-manifest.ts";
import { stateOf } from "../../../../build/generator/data/reference.ts";
import { copyOfData, edit, temporaryFolder } from "../../../helpers/data.ts";
import { commit, hasGit } from "../../../helpers/git.ts";
import { soundData } from "../../../helpers/real-data.ts";
import { setHealth, smallData } from "../../data-copies.ts";
import { type Run, run, runShipped } from "../../program.ts";
import { oldSite } from "../deployment/site.ts";
import { find, refusal } from "./edits.ts";

/** Small data in which Ana has another health than in any site. */
function editedData(health = 111): string {
  const data = smallData();
  setHealth(data, health);
  return data;
}

const healthIn = ({ state: { heroes } }: ReturnType<typeof openBaseline>) =>
  find(heroes, "ana").health.standard;

describe.skipIf(!hasGit)("the data before the edits, in a checkout", () => {
  it("is the last commit, with its patches and corrections, or the one that is named", () => {
    const data = editedData(111);
    commit(dirname(data));
    setHealth(data, 222);
    commit(dirname(data));
    const before = soundData(data);
    setHealth(data, 333);
    edit(data, "corrections.json", ({ corrections }) => corrections.pop());
    edit(data, "patches/2099-01-01.json", (patch) => {
      patch.name = "Another name";
    });
    const last = openBaseline(data, undefined);
    expect([last.label, healthIn(last)]).toEqual(["git revision HEAD", 222]);
    expect(last.patches).toEqual(before.patches);
    expect(last.corrections).toEqual(before.corrections);
    expect(healthIn(openBaseline(data, "HEAD~1"))).toBe(111);
  });

  it("is the last commit, also where there is a site in dist", async () => {
    const data = editedData(111);
    commit(dirname(data));
    setHealth(data, 222);
    expect((await recordBesideSite(data)).stderr).toContain(
      "heroes/ana/health/standard  111  ->  222",
    );
  });
});

describe("the data before the edits, named", () => {
  it("is a copy of the folder, which need not pass the checks of today", () => {
    const data = editedData(222);
    const copy = join(temporaryFolder(), "before");
    cpSync(data, copy, { recursive: true });
    edit(copy, "heroes/ana.json", (hero) => hero.abilities.reverse());
    const baseline = openBaseline(data, copy);
    expect([baseline.label, healthIn(baseline)]).toEqual([copy, 222]);
    expect(baseline.patches).toEqual(soundData(data).patches);
  });

  it("is a site, which holds the same state and record as the data it was built from", () => {
    const data = copyOfData();
    const { state, patches, label } = openBaseline(data, inject("realSite"));
    const real = soundData(data);
    expect(state).toEqual(stateOf(real));
    expect(patches.map(({ id }) => id)).toEqual(real.patches.map(({ id }) => id).reverse());
    expect(label).toBe(inject("realSite"));
  });

  it("is the tarball of a site", async () => {
    const [site, file] = [await oldSite(), join(temporaryFolder(), "site.tar.gz")];
    create({ cwd: site, file, sync: true, gzip: true }, ["."]);
    const [data, label] = [smallData(), file];
    expect(openBaseline(data, file)).toEqual({ ...openBaseline(data, site), label });
  });

  it.each(["nowhere", "no-such-branch", ""])(
    "is refused where nothing has that name: %j",
    (name) => {
      expect(refusal(() => openBaseline(smallData(), name))).toBe(
        `--base: "${name}" is neither a data folder, nor a built site, nor a git revision`,
      );
    },
  );

  it("is refused where it cannot be read", () => {
    const [data, site] = [smallData(), temporaryFolder()];
    writeFileSync(join(site, "manifest.json"), "{}\n");
    expect(() => openBaseline(data, site)).toThrow(ManifestError);
    const copy = smallData();
    writeFileSync(join(copy, "modes.json"), "{\n");
    expect(() => openBaseline(data, copy)).toThrow(SnapshotError);
    expect(() => openBaseline(data, copy)).toThrow("cannot be read by this version: modes.json: ");
  });
});

/** The arguments of `record`, with everything but the baseline given. */
function recordLine(data: string): string[] {
  const about = ["--kind", "hotfix", "--name", "Hotfix", "--data", data, "--yes"];
  return ["record", "2099-02-01", ...about];
}

/** A folder with a site in `dist`. */
async function folderWithSite(): Promise<string> {
  const folder = temporaryFolder();
  symlinkSync(await oldSite(), join(folder, "dist"));
  return folder;
}

async function recordBesideSite(data: string): Promise<Run> {
  return run(recordLine(data), { cwd: await folderWithSite() });
}

describe("the data before the edits, in no checkout", () => {
  it("is the site in dist of the working folder", async () => {
    const { status, stderr } = await recordBesideSite(editedData(222));
    expect([status, stderr]).toEqual([0, expect.stringContaining("  ->  222")]);
  });

  it("is the site in dist on a machine without git", async () => {
    const place = { cwd: await folderWithSite(), env: { PATH: "" } };
    expect(runShipped(recordLine(editedData(222)), place).status).toBe(0);
  });

  it("is missing without a site, and one line says so", async () => {
    expect(await run(recordLine(smallData()), { cwd: temporaryFolder() })).toEqual({
      status: 1,
      stdout: "",
      stderr:
        "the data is not in a git checkout and there is no site in dist to compare with; pass " +
        "the data before the edits with --base: a copy of the folder, a built site, or a " +
        "git revision\n",
    });
  });
});
