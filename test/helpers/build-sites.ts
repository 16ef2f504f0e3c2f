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
import { BASE_URL, EARLIER, SITES } from "./real-site.ts";

/** What decides about the bytes of the site, and about the compiled program. */
const SOURCES = [
  "build/**",
  "proxy/**",
  "gamedata/**",
  "*.json",
  "*.mjs",
  "test/{build/data-copies,build/cli/deployment/site,helpers/data}.ts",
  "test/helpers/{build-sites,real-site}.ts",
];

/** How long sites of other sources are kept at least: longer than a run takes. */
const KEPT_MS = 3_600_000;

/**
 * Builds the sites of the real data once for all tests of a project, with the program of today's
 * source, and again before a rerun of `vitest watch`.
 */
export async function setup(project: TestProject) {
  provide(project, await builtSites());
  project.onTestsRerun(async (specifications) => {
    if (!specifications.some((one) => one.project.name === project.name)) return;
    provide(project, await builtSites().catch(reportFailure));
  });
}

function provide(project: TestProject, folder: string) {
  project.provide("realSite", join(folder, "dist"));
  project.provide("earlierSite", join(folder, "earlier"));
  project.provide("sitesFolder", folder);
}

/** Returns a folder that does not exist, so that no test passes with the site of before. */
function reportFailure(error: Error) {
  process.stderr.write(`The sites of the tests cannot be built.\n${error.message}\n`);
  return join(SITES, "not-built");
}

/** Takes what a run before built of the same sources. Returns the folder of the sites. */
async function builtSites() {
  // A run with mutated sources takes the sites of the sources before.
  const isGiven = process.env["GAMEDATA_TEST_SITES"] !== undefined;
  const folder = isGiven ? SITES : join(SITES, digestOfSources());
  await node("compile.mjs", "program", "browser", "worker");
  if (existsSync(folder)) return folder;
  if (!isGiven) removeOldSites();
  const draft = mkdtempSync(`${folder}-draft-`); // another run may build them too
  const build = [".compiled/gamedata.js", "build", "--out"];
  await Promise.all([
    node(...build, join(draft, "dist")),
    node(...build, join(draft, "earlier"), "--as-of", EARLIER),
  ]);
  if (existsSync(folder)) rmSync(draft, { recursive: true });
  else renameSync(draft, folder);
  return folder;
}

/** Frees space; what another run may still use is left. */
function removeOldSites() {
  mkdirSync(SITES, { recursive: true });
  for (const name of readdirSync(SITES)) {
    const folder = join(SITES, name);
    if (Date.now() - statSync(folder).mtimeMs > KEPT_MS)
      rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a program in the checkout, with no settings but those of the sites. */
async function node(...args: string[]) {
  const env = { PATH: process.env["PATH"], BASE_URL, GAMEDATA_VERSION: "test" };
  await promisify(execFile)(process.execPath, args, { cwd: PACKAGE_ROOT, env });
}

function digestOfSources() {
  const hash = createHash("sha256");
  for (const file of fg.sync(SOURCES, { cwd: PACKAGE_ROOT }).sort())
    hash.update(`${file}\0`).update(readFileSync(join(PACKAGE_ROOT, file)));
  return hash.digest("hex");
}
