import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import fg from "fast-glob";
import type { TestProject } from "vitest/node";
import { PACKAGE_ROOT } from "../../build/package.ts";

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
  ...["build/**", "proxy/**", "gamedata/**", "*.json", "*.mjs"],
  "test/{build/data-copies,build/deployment/site,helpers/data,helpers/real-site}.ts",
];

/** Where the site stands until one of its sources changes. */
const CACHE = join(PACKAGE_ROOT, "node_modules/.cache/gamedata-tests");

/**
 * Builds the sites of the real data once for all tests, with the program of today's source. What a
 * run before built of the same sources is taken.
 */
export async function setup(project: TestProject): Promise<void> {
  await node("compile.mjs", "program", "browser", "worker");
  const folder = join(CACHE, digestOfSources());
  if (!existsSync(folder)) {
    rmSync(CACHE, { recursive: true, force: true });
    const build = [".compiled/gamedata.js", "build", "--out"];
    await Promise.all([
      node(...build, join(`${folder}.new`, "dist")),
      node(...build, join(`${folder}.new`, "earlier"), "--as-of", EARLIER),
    ]);
    renameSync(`${folder}.new`, folder);
  }
  project.provide("realSite", join(folder, "dist"));
  project.provide("earlierSite", join(folder, "earlier"));
  project.provide("sitesFolder", folder);
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
