import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PACKAGE_ROOT } from "../build/core/package.ts";
import { sha256Of } from "../build/core/site/digest.ts";
import { readManifest } from "../build/core/site/read-manifest.ts";
import { openSiteFiles } from "../build/core/site/site-files.ts";
import { verifySite } from "../build/core/site/verify-site.ts";
import { smallData } from "./build/data-copies.ts";
import { PROGRAM } from "./build/program.ts";
import { temporaryFolder } from "./helpers/data.ts";
import { commit, git } from "./helpers/git.ts";
import { workflow } from "./helpers/workflows.ts";

/** Runs the script of a step as the runner does, in a folder. */
function runStep(
  name: string,
  cwd: string,
  env: Record<string, string>,
  file = "release.yml",
): { status: number | null; stderr: string } {
  const script = workflow(file).steps.find((step) => step.name === name)?.run ?? "";
  const { status, stderr } = spawnSync("bash", ["--norc", "-eo", "pipefail", "-c", script], {
    cwd,
    env: { PATH: `${cwd}:${process.env["PATH"]}`, HOME: cwd, ...env },
    encoding: "utf8",
  });
  return { status, stderr };
}

const CHECK = "Check the settings, the tag and the changelog";
const SITE = "https://gamedata.example.org";
const CHANGELOG = "# Changelog\n\n## 1.2.0\n\n- New things.\n\n## 1.1.0\n\n- Old things.\n";

const workflowOf = (tag: string) => (tag.startsWith("v") ? "release.yml" : "data-release.yml");

/** Puts a program into the folder, which is first in the `PATH` of steps. */
function stub(folder: string, name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

describe("a release", () => {
  /**
   * A small repository with a changelog, the script of the notes, and a program that says what it
   * is asked.
   */
  function repository(changelog: string): { folder: string; git: (...args: string[]) => string } {
    const folder = temporaryFolder();
    cpSync(join(PACKAGE_ROOT, ".github"), join(folder, ".github"), { recursive: true });
    const scripts = { gamedata: "node -e 'console.log(process.argv.slice(1).join(` `))' --" };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ version: "1.2.0", scripts }));
    writeFileSync(join(folder, "CHANGELOG.md"), changelog);
    commit(folder, "first");
    return { folder, git: git.bind(undefined, folder) };
  }

  const notes = (folder: string) => readFileSync(join(folder, "release/NOTES.md"), "utf8");

  it.each([
    ["v1.2.0", SITE, ""],
    ["data-2026-10-06", SITE, ""],
    ["v1.2.0", "", 'the variable BASE_URL of the repository is ""; set it to the public'],
    ["v1.2.0", "http://127.0.0.1:8080", "the variable BASE_URL of the repository is"],
    ["data-2026-10-06", "", "the variable BASE_URL of the repository is"],
    ["v1.3.0", SITE, "the tag is v1.3.0, but package.json says 1.2.0; make them agree\n"],
  ])("of %s for the address %j starts only if it can end well: %j", (TAG, BASE_URL, stderr) => {
    const { folder } = repository(CHANGELOG);
    stub(folder, "npm", "echo 11.5.1");
    const step = TAG.startsWith("v") ? CHECK : "Check the settings";
    const result = runStep(step, folder, { TAG, BASE_URL }, workflowOf(TAG));
    expect(result.status).toBe(stderr === "" ? 0 : 1);
    expect(result.stderr).toContain(stderr);
    expect(result.stderr.split("\n").length).toBeLessThanOrEqual(2);
  });

  it.each([
    ["# Changelog\n\n## Unreleased\n\n- Things.\n", "11.5.1", "CHANGELOG.md has no part"],
    [CHANGELOG, "10.9.3", "npm 10.9.3 cannot publish without a token"],
  ])("stops before the work without notes or with an old npm", (changelog, version, stderr) => {
    const { folder } = repository(changelog);
    stub(folder, "npm", `echo ${version}`);
    const result = runStep(CHECK, folder, { TAG: "v1.2.0", BASE_URL: SITE });
    expect(result).toMatchObject({ status: 1, stderr: expect.stringContaining(stderr) });
  });

  it("reports its part of the changelog, then what changed in the data since the last", () => {
    const { folder, git } = repository(CHANGELOG);
    git("tag", "v1.1.0");
    git("commit", "-q", "--allow-empty", "-m", "second");
    git("tag", "data-2026-10-06");
    git("tag", "v1.2.0");
    const env = { TAG: "v1.2.0", BASE_IMAGE: "node:24-slim@sha256:1" };
    expect(runStep("Notes", folder, env)).toMatchObject({ status: 0 });
    const words = notes(folder);
    expect(words).toContain("The container is built on `node:24-slim@sha256:1`.\n");
    expect(words).toContain("- New things.");
    expect(words).not.toContain("Old things");
    expect(words).toContain("diff v1.1.0 v1.2.0 --format markdown");
  });

  it.each([
    [`sha256:${"a".repeat(64)}`, 0],
    ["", 1],
  ])("builds the container on the digest of its base image, %j", (digest, status) => {
    const { folder } = repository(CHANGELOG);
    writeFileSync(join(folder, "Dockerfile"), "ARG NODE_IMAGE=node:24-slim\nFROM $NODE_IMAGE\n");
    stub(folder, "docker", `echo "${digest}"`);
    const output = join(folder, "output");
    writeFileSync(output, "");
    const name = "The base image of the container, by its digest of today";
    expect(runStep(name, folder, { GITHUB_OUTPUT: output }).status).toBe(status);
    expect(readFileSync(output, "utf8")).toBe(status === 0 ? `image=node:24-slim@${digest}\n` : "");
  });

  it("of data reports what changed since the last data, whatever the program did meanwhile", () => {
    const { folder, git } = repository("# Changelog\n");
    git("tag", "data-2026-09-17");
    git("commit", "-q", "--allow-empty", "-m", "second");
    git("tag", "v1.2.0");
    git("tag", "data-2026-10-06");
    expect(runStep("Notes", folder, { TAG: "data-2026-10-06" })).toMatchObject({ status: 0 });
    expect(notes(folder)).toContain("diff data-2026-09-17 data-2026-10-06 --format markdown");
  });

  it("builds, verifies and packs the site for its address, with a checksum beside it", () => {
    const { folder } = repository(CHANGELOG);
    // The program as it is shipped, with less data than it has.
    const call = `node ${PROGRAM} "$@" $([ "$1" = build ] && echo --data ${smallData()})`;
    writeFileSync(join(folder, "gamedata.sh"), call);
    const scripts = { gamedata: "sh gamedata.sh" };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ version: "1.2.0", scripts }));
    mkdirSync(join(folder, "release"));
    const env = { TAG: "v1.2.0", BASE_URL: "https://gamedata.example.org" };
    expect(runStep("The site", folder, env)).toMatchObject({ status: 0 });

    const tarball = join(folder, "release/gamedata-site-v1.2.0.tar.gz");
    expect(verifySite(tarball)).toMatchObject({ missing: [], extra: [], altered: [] });
    const { baseUrl } = readManifest(openSiteFiles(tarball), tarball);
    expect(baseUrl).toBe(env.BASE_URL);
    const sum = sha256Of(readFileSync(tarball));
    expect(readFileSync(`${tarball}.sha256`, "utf8")).toBe(`${sum}  gamedata-site-v1.2.0.tar.gz\n`);
  });

  it("takes every package that a checkout makes", () => {
    const { folder } = repository(CHANGELOG);
    const names = ["gamedata-reference", "gamedata-reference-client", "gamedata-reference-cli"];
    const { scripts } = JSON.parse(readFileSync(join(PACKAGE_ROOT, "package.json"), "utf8"));
    for (const name of names)
      expect(`${scripts.packages} `).toContain(` ./.compiled/packages/${name} `);

    const packed = names.map((name) => `.compiled/packages/${name}-1.2.0.tgz`);
    const stub = { packages: `mkdir -p .compiled/packages release && touch ${packed.join(" ")}` };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: stub }));
    const env = { GITHUB_SERVER_URL: "https://code.example.org", GITHUB_REPOSITORY: "a/b" };
    expect(runStep("The packages", folder, env)).toMatchObject({ status: 0 });
    const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    expect(about.repository).toEqual({ type: "git", url: "git+https://code.example.org/a/b.git" });
    expect(readdirSync(join(folder, "release")).toSorted()).toEqual(
      names.map((name) => `${name}-1.2.0.tgz`).toSorted(),
    );
  });
  it("publishes a package once, and refuses other content under a published version", () => {
    const { folder } = repository(CHANGELOG);
    mkdirSync(join(folder, "package"));
    writeFileSync(join(folder, "package/package.json"), '{"name":"facts","version":"1.2.0"}');
    mkdirSync(join(folder, "release"));
    const tarball = join(folder, "release/facts-1.2.0.tgz");
    execFileSync("tar", ["-czf", tarball, "package"], { cwd: folder });
    const integrity = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
    const publish = () => {
      writeFileSync(join(folder, "calls"), "");
      const { status } = runStep("To npm", folder, {});
      return [status, readFileSync(join(folder, "calls"), "utf8")];
    };
    const npm = (published: string) =>
      stub(folder, "npm", `[ "$1" = view ] && echo "${published}" || echo "$@" >> calls`);

    npm("");
    const call = "publish ./release/facts-1.2.0.tgz --access public --ignore-scripts\n";
    expect(publish()).toEqual([0, call]);
    npm(integrity);
    expect(publish()).toEqual([0, ""]);
    npm("sha512-other");
    expect(publish()).toEqual([1, ""]);
  });

  it.each([
    ["release.yml", "v1.2.0", "v1.2.0"],
    ["data-release.yml", "data-2026-10-06", "Data of 2026-10-06"],
  ])("of %s is made once, and completed by a second run", (file, TAG, title) => {
    const { folder } = repository(CHANGELOG);
    mkdirSync(join(folder, "release"));
    for (const name of ["a.tgz", "site.tar.gz", "site.tar.gz.sha256"])
      writeFileSync(join(folder, "release", name), "");
    const isMade = '[ "$1 $2" != "release view" ] || exec test -e made; touch made';
    stub(folder, "gh", `${isMade}; printf '%s|' "$@" >> calls; echo >> calls`);
    for (const _ of [1, 2])
      expect(runStep("To the releases", folder, { TAG }, file)).toMatchObject({ status: 0 });
    const calls = readFileSync(join(folder, "calls"), "utf8").split("\n");
    const about = `--title|${title}|--notes-file|release/NOTES.md|`;
    expect(calls[0]).toMatch(/^release\|create\|.*\|--verify-tag\|/);
    expect(calls[0]).toContain(`release/site.tar.gz.sha256|--verify-tag|${about}`);
    expect(calls[1]).toBe(`release|edit|${TAG}|${about}`);
    expect(calls[2]).toMatch(/^release\|upload\|.*\|release\/site.tar.gz\|.*--clobber\|$/);
  });

  it("publishes to npm, then the image, then the site, and makes the release last", () => {
    const { jobs } = workflow("release.yml");
    const needs = Object.entries(jobs).map(([name, job]) => [name, job.needs]);
    expect(needs).toEqual([
      ["make", []],
      ["npm", ["make"]],
      ["container", ["make", "npm"]],
      ["pages", ["make", "npm", "container"]],
      ["release", ["make", "npm", "container", "pages"]],
    ]);
  });
});
