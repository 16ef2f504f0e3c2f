import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import fg from "fast-glob";
import type { TestProject } from "vitest/node";
import { buildSite } from "../../build/build-site.ts";
import { checkData } from "../../build/data/check-data.ts";
import { offeredPatches } from "../../build/data/reference.ts";
import { PACKAGE_DATA, PACKAGE_ROOT } from "../../build/package.ts";

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
  await compile("browser", "worker"); // which stand in the site
  const program = compile("program");
  const folder = join(CACHE, digestOfSources());
  if (!existsSync(folder)) {
    rmSync(CACHE, { recursive: true, force: true });
    build(`${folder}.new`);
    renameSync(`${folder}.new`, folder);
  }
  await program;
  project.provide("realSite", join(folder, "dist"));
  project.provide("earlierSite", join(folder, "earlier"));
  project.provide("sitesFolder", folder);
}

async function compile(...parts: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, ["compile.mjs", ...parts], { cwd: PACKAGE_ROOT });
}

function digestOfSources(): string {
  const hash = createHash("sha256");
  for (const file of fg.sync(SOURCES, { cwd: PACKAGE_ROOT }).sort())
    hash.update(`${file}\0`).update(readFileSync(join(PACKAGE_ROOT, file)));
  return hash.digest("hex");
}

function build(folder: string): void {
  const checked = checkData(PACKAGE_DATA);
  if (!checked.ok)
    throw new Error("the real data does not pass its checks; run: npm run -s gamedata -- check");
  const [newest] = offeredPatches(checked.data);
  if (newest === undefined) throw new Error("the real data has no patch");
  const addresses = { baseUrl: BASE_URL, assetsUrl: `${BASE_URL}/assets` };
  const options = { ...addresses, version: "test" };
  const dist = join(folder, "dist");
  buildSite(checked.data, { ...options, patch: newest.id, out: dist });
  buildSite(checked.data, { ...options, patch: EARLIER, out: join(folder, "earlier"), from: dist });
}
