import { execFileSync, spawnSync } from "node:child_process";
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
import { workflow } from "./helpers/workflows.ts";

/** Runs the script of a step as the runner does, in a folder. */
function runStep(
  name: string,
  cwd: string,
  env: Record<string, string>,
): { status: number | null; stderr: string } {
  const script = workflow("release.yml").steps.find((step) => step.name === name)?.run ?? "";
  const { status, stderr } = spawnSync("bash", ["--norc", "-eo", "pipefail", "-c", script], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", HOME: cwd, ...env },
    encoding: "utf8",
  });
  return { status, stderr };
}

describe("a release", () => {
  /**
   * A small repository with a changelog, the script of the notes, and a program that says what it
   * is asked.
   */
  function repository(changelog: string): { folder: string; git: (...args: string[]) => void } {
    const folder = temporaryFolder();
    mkdirSync(join(folder, ".github"));
    cpSync(
      join(PACKAGE_ROOT, ".github/release-notes.sh"),
      join(folder, ".github/release-notes.sh"),
    );
    const scripts = { gamedata: "node -e 'console.log(process.argv.slice(1).join(` `))' --" };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ version: "1.2.0", scripts }));
    writeFileSync(join(folder, "CHANGELOG.md"), changelog);
    const person = ["-c", "user.name=tester", "-c", "user.email=tester@example.org"];
    const git = (...args: string[]) =>
      void execFileSync("git", [...person, ...args], { cwd: folder });
    git("init", "-q");
    git("add", ".");
    git("commit", "-q", "-m", "first");
    return { folder, git };
  }

  const CHANGELOG = "# Changelog\n\n## 1.2.0\n\n- New things.\n\n## 1.1.0\n\n- Old things.\n";
  const notes = (folder: string) => readFileSync(join(folder, "release/NOTES.md"), "utf8");

  it("stops where the tag is not the package's version, and says both", () => {
    const { folder } = repository(CHANGELOG);
    expect(runStep("The tag is the package's version", folder, { TAG: "v1.2.0" }).status).toBe(0);
    expect(runStep("The tag is the package's version", folder, { TAG: "v1.3.0" })).toEqual({
      status: 1,
      stderr: "the tag is v1.3.0, but package.json says 1.2.0; make them agree\n",
    });
  });

  it("reports its part of the changelog, then what changed in the data since the last", () => {
    const { folder, git } = repository(CHANGELOG);
    git("tag", "v1.1.0");
    git("commit", "-q", "--allow-empty", "-m", "second");
    git("tag", "data-2026-10-06");
    git("tag", "v1.2.0");
    const env = { TAG: "v1.2.0", BASE_IMAGE: "node:22-slim@sha256:1" };
    expect(runStep("Notes", folder, env)).toMatchObject({ status: 0 });
    const words = notes(folder);
    expect(words).toContain("The container is built on `node:22-slim@sha256:1`.\n");
    expect(words).toContain("- New things.");
    expect(words).not.toContain("Old things");
    expect(words).toContain("diff v1.1.0 v1.2.0 --format markdown");
  });

  it.each([
    [`sha256:${"a".repeat(64)}`, 0],
    ["", 1],
  ])("builds the container on the digest of its base image, %j", (digest, status) => {
    const { folder } = repository(CHANGELOG);
    writeFileSync(join(folder, "Dockerfile"), "ARG NODE_IMAGE=node:22-slim\nFROM $NODE_IMAGE\n");
    writeFileSync(join(folder, "docker"), `#!/bin/sh\necho "${digest}"\n`, { mode: 0o755 });
    const output = join(folder, "output");
    writeFileSync(output, "");
    const PATH = `${folder}:${process.env["PATH"]}`;
    const name = "The base image of the container, by its digest of today";
    expect(runStep(name, folder, { PATH, GITHUB_OUTPUT: output }).status).toBe(status);
    expect(readFileSync(output, "utf8")).toBe(status === 0 ? `image=node:22-slim@${digest}\n` : "");
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

  it("that nothing is written about stops, and says what to write", () => {
    const { folder, git } = repository("# Changelog\n\n## Unreleased\n\n- Things.\n");
    git("tag", "v1.2.0");
    expect(runStep("Notes", folder, { TAG: "v1.2.0" })).toEqual({
      status: 1,
      stderr: 'CHANGELOG.md has no part "## 1.2.0"; write it before the release\n',
    });
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
});
