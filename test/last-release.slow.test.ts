import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { PACKAGE_ROOT } from "../build/core/package.ts";
import { smallSite } from "./build/cli/deployment/site.ts";
import { temporaryFolder } from "./helpers/data.ts";
import { freePort } from "./helpers/port.ts";
import { PROGRAM, startCommand } from "./helpers/program.ts";

/** The commit of the last release, which each release raises. */
const COMMIT = readFileSync(join(PACKAGE_ROOT, "test/last-release"), "utf8").trim();

/** A shallow clone does not have it. The workflows fetch the whole history. */
const hasRelease =
  spawnSync("git", ["cat-file", "-e", `${COMMIT}^{commit}`], { cwd: PACKAGE_ROOT }).status === 0;

const run = (cwd: string, command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

/** Compiles the program of the last release, and returns its file. */
function compileLastRelease() {
  const sources = temporaryFolder();
  const archive = join(sources, "sources.tar");
  run(PACKAGE_ROOT, "git", "archive", "--output", archive, COMMIT);
  run(sources, "tar", "-xf", archive);
  run(sources, "npm", "ci", "--silent", "--ignore-scripts", "--no-audit", "--no-fund");
  run(sources, process.execPath, "compile.mjs");
  return join(sources, ".compiled/gamedata.js");
}

/** Serves a site, and returns what it answers to a few requests. */
async function answers(program: string, site: string) {
  const port = await freePort();
  const env = { PORT: String(port), LOG_LEVEL: "warn", PATH: process.env["PATH"] };
  startCommand(process.execPath, [program, "serve", site], { env });
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  for (let tries = 0; tries < 300; tries += 1) {
    if (await ask("/health").then(Boolean, () => false)) break;
    await setTimeout(100);
  }
  const paths = ["/v1/overwatch/heroes/ANA", "/v1/overwatch/patches?kind=season", "/", "/nothing"];
  const all = paths.map(async (path) => {
    const answer = await ask(path);
    return [path, answer.status, await answer.text()];
  });
  return Promise.all(all);
}

it.runIf(hasRelease)(
  "this version and the last release verify and serve each other's sites alike",
  async () => {
    const last = compileLastRelease();
    const lastSite = join(temporaryFolder(), "dist");
    run(temporaryFolder(), process.execPath, last, "build", "--out", lastSite);
    for (const site of [smallSite(), lastSite]) {
      for (const program of [last, PROGRAM])
        expect(run(PACKAGE_ROOT, process.execPath, program, "verify", site)).toContain("manifest");
      const served = await answers(PROGRAM, site);
      expect(served).toMatchObject([{ 1: 200 }, { 1: 200 }, { 1: 200 }, { 1: 404 }]);
      expect(await answers(last, site)).toEqual(served);
    }
  },
  300_000,
);
