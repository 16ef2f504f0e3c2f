import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { siteFolder } from "../../build/core/site/site-files.ts";
import { verifySite } from "../../build/core/site/verify-site.ts";
import { buildSite } from "../../build/generator/build-site.ts";
import { WHOLE } from "../attack/tiny-site.ts";
import { temporaryFolder } from "../helpers/data.ts";
import { PROGRAM } from "../helpers/program.ts";
import { soundData } from "../helpers/real-data.ts";
import { manifestOf } from "./cli/deployment/site.ts";
import { NEW_PATCH, smallData } from "./data-copies.ts";
import { killAt } from "./generator/write/sabotage.ts";
import { bareEnvironment } from "./program.ts";

const ADDRESSES = { baseUrl: "https://example.org", assetsUrl: "https://images.example.org" };

describe("a build that is killed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gamedata-killed-"));
  const old = join(folder, "dist");
  const dataFolder = join(folder, "gamedata");

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function buildOld() {
    cpSync(smallData(), dataFolder, { recursive: true });
    const data = soundData(dataFolder);
    buildSite(data, { ...ADDRESSES, patch: NEW_PATCH, version: "old", out: old });
  }

  /** A site of the version "old", and the command that builds another over it. */
  function oldSite() {
    if (!existsSync(old)) buildOld();
    const out = join(temporaryFolder(), "dist");
    cpSync(old, out, { recursive: true });
    return { out, args: ["build", "--data", dataFolder, "--out", out] };
  }

  const env = { ...bareEnvironment(), GAMEDATA_VERSION: "new" };

  /** The version of the site that is there, which is a whole one. */
  function wholeVersion(out: string): string {
    expect(verifySite(out)).toMatchObject(WHOLE);
    return manifestOf(siteFolder(out)).version;
  }

  it("leaves a whole site at each step, and nothing that the next does not clear away", () => {
    const { out, args } = oldSite();
    const steps = [
      ["while it writes", "before", "1", "old"],
      ["while it writes", "before", "50", "old"],
      ["while it writes", "before", "100", "old"],
      ["while it writes", "before", "200", "old"],
      ["before it takes the old site away", "before", `renameSync ${out}`, "old"],
      ["before it puts the new one there", "before", `renameSync ${out}.building-`, "old"],
      ["once the new one is in its place", "after", `renameSync ${out}.building-`, "new"],
    ] as const;
    for (const [moment, when, call, version] of steps) {
      expect(killAt(when, call, args, env)).toBe("SIGKILL");
      expect(wholeVersion(out), `${moment}: ${when} ${call}`).toBe(version);
    }
    expect(spawnSync(process.execPath, [PROGRAM, ...args], { env }).status).toBe(0);
    expect(readdirSync(dirname(out))).toEqual(["dist", "dist.built"]);
    expect(wholeVersion(out)).toBe("new");
  });
});
