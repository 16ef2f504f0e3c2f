import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import fg from "fast-glob";
import type { TestProject } from "vitest/node";
import { PACKAGE_ROOT } from "../../build/core/package.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /**
     * The folder of a site built from the real data, which no test changes: `inject("realSite")`.
     */
    realSite: string;
    /** The same as of `EARLIER`. */
    earlierSite: string;
    /** Where helpers keep further sites, until a source changes. */
    sitesFolder: string;
  }
}

export const BASE_URL = "https://gamedata.example.org";

/** A patch before which heroes and maps of today were not there. */
export const EARLIER = "2026-08-11";

/** What decides about the bytes of the site, and about the compiled program. */
const SOURCES = [
  "build/**",
  "proxy/**",
  "gamedata/**",
  "*.json",
  "*.mjs",
  "test/{build/data-copies,build/cli/deployment/site,helpers/data,helpers/real-site}.ts",
];

/** Where the site is until one of its sources changes. */
const CACHE = join(PACKAGE_ROOT, "node_modules/.cache/gamedata-tests");

/** How long sites of other sources are kept at least: longer than a run takes. */
const KEPT_MS = 3_600_000;

/**
 * Builds the sites of the real data once for all tests, with the program of today's source. What a
 * run before built of the same sources is taken.
 */
export async function setup(project: TestProject): Promise<void> {
  // A run with mutated sources takes the sites of the sources before.
  const given = process.env["GAMEDATA_TEST_SITES"] || undefined;
  const folder = given ?? join(CACHE, digestOfSources());
  if (given === undefined || !existsSync(given))
    await node("compile.mjs", "program", "browser", "worker");
  if (!existsSync(folder)) {
    removeOldSites();
    const draft = mkdtempSync(`${folder}-draft-`); // another run may build them too
    const build = [".compiled/gamedata.js", "build", "--out"];
    await Promise.all([
      node(...build, join(draft, "dist")),
      node(...build, join(draft, "earlier"), "--as-of", EARLIER),
    ]);
    if (existsSync(folder)) rmSync(draft, { recursive: true });
    else renameSync(draft, folder);
  }
  project.provide("realSite", join(folder, "dist"));
  project.provide("earlierSite", join(folder, "earlier"));
  project.provide("sitesFolder", folder);
}

/** Frees space; what another run may still use is left. */
function removeOldSites(): void {
  mkdirSync(CACHE, { recursive: true });
  for (const name of readdirSync(CACHE)) {
    const folder = join(CACHE, name);
    if (Date.now() - statSync(folder).mtimeMs > KEPT_MS)
      rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a program in the checkout, with no settings but those of the sites. */
async function node(...args: string[]): Promise<void> {
  const env = { PATH: process.env["PATH"], BASE_URL, GAMEDATA_VERSION: "test" };
  await promisify(execFile)(process.execPath, args, { cwd: PACKAGE_ROOT, env });
}

function digestOfSources(): string {
  const hash = createHash("sha256");
  for (const file of fg.sync(SOURCES, { cwd: PACKAGE_ROOT }).sort())
    hash.update(`${file}\0`).update(readFileSync(join(PACKAGE_ROOT, file)));
  return hash.digest("hex");
}
