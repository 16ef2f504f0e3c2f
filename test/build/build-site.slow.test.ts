import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { buildSite } from "../../build/build-site.ts";
import { offeredPatches } from "../../build/data/reference.ts";
import { siteFolder } from "../../build/site/site-folder.ts";
import { verifySite } from "../../build/site/verify-site.ts";
import { temporaryFolder } from "../helpers/data.ts";
import { REAL_DATA, soundData } from "../helpers/real-data.ts";
import { BASE_URL } from "../helpers/real-site.ts";
import { copyOfDataBackwards, NEW_PATCH, smallData } from "./data-copies.ts";
import { manifestOf } from "./deployment/site.ts";
import { bareEnvironment, PROGRAM, runShipped } from "./program.ts";

const ADDRESSES = { baseUrl: "https://example.org", assetsUrl: "https://images.example.org" };
const GOOD = { missing: [], extra: [], altered: [] };

describe("a site as of an earlier patch", () => {
  const patch = "2026-04-14";
  const folder = mkdtempSync(join(tmpdir(), "gamedata-as-of-"));
  const site = join(folder, "dist");
  const json = (file: string) => JSON.parse(readFileSync(join(site, file), "utf8"));
  const data = REAL_DATA;
  const later = offeredPatches(data)
    .map(({ id }) => id)
    .filter((id) => id > patch);

  beforeAll(async () => {
    const addresses = { baseUrl: BASE_URL, assetsUrl: `${BASE_URL}/assets` };
    const from = inject("realSite"); // whose compressed siblings need not be made again
    await buildSite(data, { ...addresses, patch, version: "test", out: site, from });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("is a whole site", () => {
    expect(verifySite(site)).toMatchObject(GOOD);
  });

  it("names that patch wherever it names one", () => {
    expect(json("health.json").patch).toBe(patch);
    expect(manifestOf(site).patch).toBe(patch);
    for (const { path } of manifestOf(site).documents) {
      const { meta } = json(path.endsWith(".json") ? path.slice(1) : `${path.slice(1)}.json`);
      expect([path, meta?.patch ?? patch]).toEqual([path, patch]);
    }
  });

  it("has no later patch", () => {
    const ids = json("v1/overwatch/patches.json").data.map(({ id }: { id: string }) => id);
    expect(ids[0]).toBe(patch);
    expect(ids.filter((id: string) => later.includes(id))).toEqual([]);
    const files = readdirSync(join(site, "v1/overwatch/patches"));
    expect(files.filter((file) => later.includes(file.slice(0, 10)))).toEqual([]);
  });

  it("has no thing that came later, under no spelling", () => {
    expect(manifestOf(site).documents.some(({ path }) => path.endsWith("/heroes/doctrine"))).toBe(
      false,
    );
    const spellings = manifestOf(site).documents.flatMap((document) => document.spellings);
    for (const spelling of ["doctrine", "Doctrine", "독트린"]) {
      expect(spellings).not.toContain(`/v1/overwatch/heroes/${spelling}`);
    }
    expect(spellings).not.toContain("/v1/overwatch/maps/neon-junction");
  });

  it("speaks of no later day in its documents, but for how its values came to be known", () => {
    for (const { file } of manifestOf(site).documents) {
      const text = JSON.stringify(json(file), (key, value) =>
        ["sources", "gaps", "gap"].includes(key) ? undefined : value,
      );
      expect([file, later.filter((id) => text.includes(id))]).toEqual([file, []]);
    }
  });
});

describe("the bytes of a site", () => {
  /** One hash over the path and the bytes of every file. */
  function hashOf(dir: string): string {
    const hash = createHash("sha256");
    const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()) {
      hash.update(`${path.slice(dir.length)}\0`).update(readFileSync(path));
    }
    return hash.digest("hex");
  }

  /** The hash of what the program builds with the data and the environment of another machine. */
  function hashOfBuild(data: string, env: Record<string, string>, out: string): string {
    const cwd = temporaryFolder();
    const { status, stderr } = runShipped(["build", "--data", data, "--out", out], {
      cwd,
      env: { BASE_URL, GAMEDATA_VERSION: "test", ...env },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return hashOf(join(cwd, out));
  }

  it("are the same in other folders, time zones, languages and orders of files", () => {
    const newfoundland = hashOfBuild(
      copyOfDataBackwards(),
      { TZ: "America/St_Johns", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", FORCE_COLOR: "1" },
      "deep/down/site",
    );
    expect(newfoundland, "the program is older than its source; run: npm run compile").toBe(
      hashOf(inject("realSite")),
    );
  });
});

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

  /** The version of the site that stands there, which is a whole one. */
  function wholeVersion(out: string): string {
    expect(verifySite(out)).toMatchObject(GOOD);
    return manifestOf(siteFolder(out)).version;
  }

  const ended = (child: ChildProcess) => new Promise((resolve) => child.once("exit", resolve));

  it("leaves the old site or the new one whole, at any moment", async () => {
    const { out, args } = oldSite();
    const start = performance.now();
    await ended(spawn(process.execPath, args.with(-1, join(temporaryFolder(), "dist")), { env }));
    const duration = performance.now() - start;

    // it begins to write after about the half
    const moments = Array.from({ length: 8 }, (_, at) => 0.4 + at / 12);
    for (const moment of moments) {
      const child = spawn(process.execPath, args, { env });
      const timer = setTimeout(() => child.kill("SIGKILL"), duration * moment);
      await ended(child);
      clearTimeout(timer);
      expect(["old", "new"]).toContain(wholeVersion(out));
    }
  });

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
    expect(readdirSync(dirname(out))).toEqual(["dist"]);
    expect(wholeVersion(out)).toBe("new");
  });
});
