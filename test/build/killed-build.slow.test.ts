import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { siteFolder } from "../../build/core/site/site-files.ts";
import { verifySite } from "../../build/core/site/verify-site.ts";
import { buildSite } from "../../build/generator/build-site.ts";
import { temporaryFolder } from "../helpers/data.ts";
import { PROGRAM } from "../helpers/program.ts";
import { soundData } from "../helpers/real-data.ts";
import { manifestOf } from "./cli/deployment/site.ts";
import { NEW_PATCH, smallData } from "./data-copies.ts";
import { bareEnvironment } from "./program.ts";

const ADDRESSES = { baseUrl: "https://example.org", assetsUrl: "https://images.example.org" };
const GOOD = { missing: [], extra: [], altered: [] };

describe("a build that is killed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gamedata-killed-"));
  const old = join(folder, "dist");
  const dataFolder = join(folder, "gamedata");

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function buildOld(): void {
    cpSync(smallData(), dataFolder, { recursive: true });
    const data = soundData(dataFolder);
    buildSite(data, { ...ADDRESSES, patch: NEW_PATCH, version: "old", out: old });
  }

  /** A site of the version "old", and the command that builds another over it. */
  function oldSite(): { out: string; args: string[] } {
    if (!existsSync(old)) buildOld();
    const out = join(temporaryFolder(), "dist");
    cpSync(old, out, { recursive: true });
    return { out, args: [PROGRAM, "build", "--data", dataFolder, "--out", out] };
  }

  const env = { ...bareEnvironment(), GAMEDATA_VERSION: "new" };

  /** The version of the site that is there, which is a whole one. */
  function wholeVersion(out: string): string {
    expect(verifySite(out)).toMatchObject(GOOD);
    return manifestOf(siteFolder(out)).version;
  }

  /**
   * Loaded before the program: kills it right before or after a call that changes the disk. KILL
   * names the call by its function and the beginning of its first argument, or by its number.
   */
  const KILLER = `
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    const { WHEN, KILL } = process.env;
    let calls = 0;
    for (const name of ["mkdirSync", "writeFileSync", "linkSync", "renameSync", "rmSync"]) {
      const real = fs[name];
      fs[name] = (...args) => {
        const isIt = String(calls++) === KILL || (name + " " + args[0]).startsWith(KILL);
        if (isIt && WHEN === "before") process.kill(process.pid, "SIGKILL");
        real(...args);
        if (isIt && WHEN === "after") process.kill(process.pid, "SIGKILL");
      };
    }
    syncBuiltinESMExports();
  `;

  function killAt(when: "before" | "after", call: string, args: readonly string[]): void {
    const preload = `data:text/javascript,${encodeURIComponent(KILLER)}`;
    const child = spawnSync(process.execPath, ["--import", preload, ...args], {
      env: { ...env, WHEN: when, KILL: call },
    });
    expect(child.signal).toBe("SIGKILL");
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
      killAt(when, call, args);
      expect(wholeVersion(out), `${moment}: ${when} ${call}`).toBe(version);
    }
    expect(spawnSync(process.execPath, args, { env }).status).toBe(0);
    expect(readdirSync(dirname(out))).toEqual(["dist", "dist.built"]);
    expect(wholeVersion(out)).toBe("new");
  });
});
