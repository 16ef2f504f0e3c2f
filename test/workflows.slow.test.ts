import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { PACKAGE_ROOT } from "../build/core/package.ts";
import { verifySite } from "../build/core/site/verify-site.ts";
import { addPatch, smallData } from "./build/data-copies.ts";
import { edit, temporaryFolder } from "./helpers/data.ts";
import { commit, git } from "./helpers/git.ts";
import { PROGRAM } from "./helpers/program.ts";

const FOLDER = join(PACKAGE_ROOT, ".github/workflows");

const StepSchema = z.object({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
});

const JobSchema = z.object({
  permissions: z.record(z.string(), z.string()).default({}),
  "timeout-minutes": z.number().max(60),
  environment: z.unknown().optional(),
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  steps: z.array(StepSchema),
});

const WorkflowSchema = z.object({
  permissions: z.strictObject({ contents: z.literal("read") }),
  jobs: z.record(z.string(), JobSchema),
});

const WORKFLOWS = readdirSync(FOLDER).map((file) => {
  const text = readFileSync(join(FOLDER, file), "utf8");
  const { jobs } = WorkflowSchema.parse(parse(text));
  return { file, text, jobs, steps: Object.values(jobs).flatMap(({ steps }) => steps) };
});

function workflow(name: string) {
  const found = WORKFLOWS.find(({ file }) => file === name);
  if (found === undefined) throw new Error(`there is no workflow ${name}`);
  return found;
}

describe.each(WORKFLOWS)("the workflow $file", ({ text, jobs, steps }) => {
  it("pins every action to a commit, and says which version that is", () => {
    const pinned = /^(- )?uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
    const uses = [...text.matchAll(/^.*\buses:.*$/gm)].map(([line]) => line.trim());
    expect(uses.filter((line) => !pinned.test(line))).toEqual([]);
  });

  it("writes only in a job that an environment protects, or that reports or comments", () => {
    const harmless = ["security-events", "pull-requests"];
    const writing = Object.values(jobs).filter(({ permissions, environment }) =>
      Object.entries(permissions).some(
        ([scope, level]) =>
          level === "write" && environment === undefined && !harmless.includes(scope),
      ),
    );
    expect(writing).toEqual([]);
  });

  it("leaves no credential in a checkout, and puts no expression into a script", () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts.filter((step) => step.with["persist-credentials"] !== false)).toEqual([]);
    expect(steps.filter(({ run }) => run?.includes("${{"))).toEqual([]);
  });

  it("runs no script of a package that it installs from a change request", () => {
    const installs = steps.filter(({ run }) => /\bnpm (ci|i|install)\b(?!.*-g)/.test(run ?? ""));
    if (text.includes("pull_request"))
      expect(installs.filter(({ run }) => !run?.includes("--ignore-scripts"))).toEqual([]);
  });
});

it("the check of data comments with its token in one step, and not for forks", () => {
  const { text } = workflow("data.yml");
  expect(text).toContain("if: github.event.pull_request.head.repo.full_name == github.repository");
  expect(text.split("github.token")).toHaveLength(2);
});

it("CI runs the one script on each Node that is supported", () => {
  const { text, steps } = workflow("ci.yml");
  expect(text).toContain("node: [20, 22, 24]");
  expect(steps.map(({ run }) => run)).toContain("bash .ci/run");
});

/** Runs the script of a step as the runner does, in a folder. */
function runStep(name: string, cwd: string, env: Record<string, string>, file = "release.yml") {
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
function stub(folder: string, name: string, script: string) {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

describe("a release", () => {
  /**
   * A small repository with a changelog, the script of the notes, and a program that says what it
   * is asked.
   */
  function repository(changelog: string) {
    const folder = temporaryFolder();
    cpSync(join(PACKAGE_ROOT, ".github"), join(folder, ".github"), { recursive: true });
    const scripts = { gamedata: "node -e 'console.log(process.argv.slice(1).join(` `))' --" };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ version: "1.2.0", scripts }));
    writeFileSync(join(folder, "CHANGELOG.md"), changelog);
    commit(folder, "first");
    return { folder, git: git.bind(undefined, folder) };
  }

  const notes = (folder: string) => readFileSync(join(folder, "release/NOTES.md"), "utf8");

  const GOOD = { TAG: "v1.2.0", BASE_URL: SITE, changelog: CHANGELOG, npm: "11.5.1" };
  const DATA = { TAG: "data-2026-10-06" };

  it.each([
    [{}, ""],
    [DATA, ""],
    [{ BASE_URL: "" }, 'the variable BASE_URL of the repository is ""; set it to the public'],
    [{ BASE_URL: "http://127.0.0.1:8080" }, "the variable BASE_URL of the repository is"],
    [{ ...DATA, BASE_URL: "" }, "the variable BASE_URL of the repository is"],
    [{ TAG: "v1.3.0" }, "the tag is v1.3.0, but package.json says 1.2.0; make them agree\n"],
    [{ changelog: "# Changelog\n\n## Unreleased\n\n- Things.\n" }, "CHANGELOG.md has no part"],
    [{ npm: "10.9.3" }, "npm 10.9.3 cannot publish without a token"],
  ])("with %j starts only if it can end well: %j", (given, stderr) => {
    const { TAG, BASE_URL, changelog, npm } = { ...GOOD, ...given };
    const { folder } = repository(changelog);
    stub(folder, "npm", `echo ${npm}`);
    const step = TAG.startsWith("v") ? CHECK : "Check the settings";
    const result = runStep(step, folder, { TAG, BASE_URL }, workflowOf(TAG));
    expect(result.status).toBe(stderr === "" ? 0 : 1);
    expect(result.stderr).toContain(stderr);
    expect(result.stderr.split("\n").length).toBeLessThanOrEqual(2);
  });

  it("reports its part of the changelog, then what changed in the data since the last", () => {
    const { folder, git } = repository(CHANGELOG);
    for (const tag of ["v1.1.0", "data-2026-09-17", "data-2026-10-06", "v1.2.0"]) {
      git("tag", tag);
      git("commit", "-q", "--allow-empty", "-m", `after ${tag}`);
    }
    const env = { TAG: "v1.2.0", BASE_IMAGE: "node:24-slim@sha256:1" };
    expect(runStep("Notes", folder, env)).toMatchObject({ status: 0 });
    expect(notes(folder)).toContain("The container is built on `node:24-slim@sha256:1`.\n");
    expect(notes(folder)).toContain("- New things.");
    expect(notes(folder)).not.toContain("Old things");
    expect(notes(folder)).toContain("diff v1.1.0 v1.2.0 --format markdown");
    expect(runStep("Notes", folder, { TAG: "data-2026-10-06" })).toMatchObject({ status: 0 });
    expect(notes(folder)).toContain("diff data-2026-09-17 data-2026-10-06 --format markdown");
  });

  it("builds, verifies and packs the site for its address, and names its Node in the notes", () => {
    const { folder } = repository(CHANGELOG);
    // The program as it is shipped, with less data than it has.
    const call = `node ${PROGRAM} "$@" $([ "$1" = build ] && echo --data ${smallData()})`;
    writeFileSync(join(folder, "gamedata.sh"), call);
    const scripts = { gamedata: "sh gamedata.sh" };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ version: "1.2.0", scripts }));
    mkdirSync(join(folder, "release"));
    expect(runStep("The site", folder, { TAG: "v1.2.0", BASE_URL: SITE })).toMatchObject({
      status: 0,
    });
    const tarball = join(folder, "release/gamedata-site-v1.2.0.tar.gz");
    expect(verifySite(tarball)).toMatchObject({ missing: [], extra: [], altered: [] });
    expect(readFileSync(`${tarball}.sha256`, "utf8")).toContain("  gamedata-site-v1.2.0.tar.gz\n");
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
    const needs = Object.values(workflow("release.yml").jobs).map((job) => job.needs);
    expect(needs).toEqual([
      undefined,
      "make",
      ["make", "npm"],
      ["make", "npm", "container"],
      ["make", "npm", "container", "pages"],
    ]);
  });
});

/** A repository of some data and the program, whose first commit is the base of a change. */
function checkout() {
  const folder = temporaryFolder();
  smallData(join(folder, "gamedata"));
  for (const part of [".compiled", "build/generator/hosts/templates", "build/generator/pages"])
    cpSync(join(PACKAGE_ROOT, part), join(folder, part), { recursive: true });
  symlinkSync(join(PACKAGE_ROOT, "node_modules"), join(folder, "node_modules"));
  const scripts = { gamedata: "node .compiled/gamedata.js" };
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ version: "1.0.0", type: "module", scripts }),
  );
  git(folder, "init", "-q");
  git(folder, "add", "gamedata");
  git(folder, "commit", "-q", "-m", "base");
  return folder;
}

it("reviewers see a change as a table, and nothing of what the base gained meanwhile", () => {
  const folder = checkout();
  const data = join(folder, "gamedata");
  const fork = git(folder, "rev-parse", "HEAD");
  addPatch(data, "2099-02-01");
  git(folder, "add", "gamedata");
  git(folder, "commit", "-q", "-m", "another change request");
  const base = git(folder, "rev-parse", "HEAD");
  git(folder, "checkout", "-q", "-b", "mine", fork);
  let health = 0;
  edit(data, "heroes/ana.json", (hero) => {
    health = hero.health.standard;
    hero.health.standard += 25;
  });
  const change = { target: "heroes/ana/health/standard", from: health, to: health + 25 };
  addPatch(data, "2099-03-02", [change], { name: "Hotfix: Ana" });
  git(folder, "add", "gamedata");
  git(folder, "commit", "-q", "-m", "mine");

  const env = { BASE: base, GITHUB_STEP_SUMMARY: join(folder, "summary.md") };
  expect(runStep("What changes", folder, env, "data.yml")).toEqual({ status: 0, stderr: "" });
  const markdown = readFileSync(join(folder, "diff.md"), "utf8");
  expect(markdown).toContain(`| **heroes/ana** | health/standard | ${health} | ${health + 25} |`);
  expect(markdown).toContain("- `/v1/overwatch/patches/2099-03-02/changes`");
  expect(markdown).not.toContain("2099-02-01");
  expect(readFileSync(join(folder, "summary.md"), "utf8")).toBe(markdown);
});

it("somebody is asked to review every file, and each folder that is named exists", () => {
  const lines = readFileSync(join(PACKAGE_ROOT, ".github/CODEOWNERS"), "utf8").split("\n");
  const rules = lines.filter((line) => line !== "" && !line.startsWith("#"));
  expect(rules[0]).toMatch(/^\* +@/);
  const named = rules.slice(1).map((line) => line.split(/ +/)[0] ?? "");
  expect(named.filter((path) => !existsSync(join(PACKAGE_ROOT, path)))).toEqual([]);
});
