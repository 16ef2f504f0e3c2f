import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { PACKAGE_ROOT } from "../build/package.ts";
import { temporaryFolder } from "./helpers/data.ts";

const FOLDER = join(PACKAGE_ROOT, ".github/workflows");

const StepSchema = z.object({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
});

const JobSchema = z.object({
  permissions: z.record(z.string(), z.string()).default({}),
  "timeout-minutes": z.number().optional(),
  environment: z.unknown().optional(),
  steps: z.array(StepSchema),
});

const WorkflowSchema = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), JobSchema),
});

const workflows = readdirSync(FOLDER).map((file) => {
  const text = readFileSync(join(FOLDER, file), "utf8");
  const { permissions, jobs } = WorkflowSchema.parse(parse(text));
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  return { file, text, permissions, jobs, steps };
});

function workflow(name: string): (typeof workflows)[number] {
  const found = workflows.find(({ file }) => file === name);
  if (found === undefined) throw new Error(`there is no workflow ${name}`);
  return found;
}

describe.each(workflows)("the workflow $file", ({ text, permissions, jobs, steps }) => {
  it("pins every action to a commit, and says which version that is", () => {
    const pinned = /^(- )?uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
    const uses = [...text.matchAll(/^.*\buses:.*$/gm)].map(([line]) => line.trim());
    expect(uses.filter((line) => !pinned.test(line))).toEqual([]);
  });

  it("may read the repository and nothing else, unless a job says more", () => {
    expect(permissions).toEqual({ contents: "read" });
  });

  it("writes only in a job that is protected by an environment, reports findings, or comments", () => {
    const writing = Object.values(jobs).filter(({ permissions, environment }) =>
      Object.entries(permissions).some(
        ([scope, level]) =>
          level === "write" &&
          environment === undefined &&
          scope !== "security-events" &&
          scope !== "pull-requests",
      ),
    );
    expect(writing).toEqual([]);
  });

  it("leaves no credential in a checkout", () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts.filter((step) => step.with["persist-credentials"] !== false)).toEqual([]);
  });

  it("puts no expression into a script, where its text could be run", () => {
    expect(steps.filter(({ run }) => run?.includes("${{"))).toEqual([]);
  });

  it("comes to an end", () => {
    const endless = Object.entries(jobs).filter(
      ([, job]) => !(Number(job["timeout-minutes"]) <= 60),
    );
    expect(endless).toEqual([]);
  });
});

it("CI runs the one script on each Node that is supported", () => {
  const { text, steps } = workflow("ci.yml");
  expect(text).toContain("node: [20, 22, 24]");
  expect(steps.map(({ run }) => run)).toContain("bash .ci/run");
});

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
  /** A small repository with a changelog, the script of the notes, and a program that says what it is asked. */
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

  it("tells its part of the changelog, then what changed in the data since the release before", () => {
    const { folder, git } = repository(CHANGELOG);
    git("tag", "v1.1.0");
    git("commit", "-q", "--allow-empty", "-m", "second");
    git("tag", "data-2026-10-06");
    git("tag", "v1.2.0");
    expect(runStep("Notes", folder, { TAG: "v1.2.0" })).toMatchObject({ status: 0 });
    const words = notes(folder);
    expect(words).toContain("- New things.");
    expect(words).not.toContain("Old things");
    expect(words).toContain("diff v1.1.0 v1.2.0 --format markdown");
  });

  it("of data tells what changed since the data before, whatever the program did meanwhile", () => {
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

  it("of the site builds, verifies and packs it with commands that the program has", () => {
    const script = workflow("release.yml").steps.find(({ name }) => name === "The site")?.run ?? "";
    const calls = [...script.matchAll(/gamedata -- (\w+)/g)].map(([, command]) => command);
    expect(calls).toEqual(["build", "verify", "pack"]);
  });
});

describe("the forms for issues", () => {
  const FORMS = join(PACKAGE_ROOT, ".github/ISSUE_TEMPLATE");
  const FormSchema = z.object({
    name: z.string(),
    description: z.string(),
    body: z.array(
      z.strictObject({
        type: z.enum(["markdown", "input", "textarea", "dropdown", "checkboxes"]),
        id: z.string().regex(/^[\w-]+$/),
        attributes: z.looseObject({ label: z.string() }),
        validations: z.strictObject({ required: z.boolean() }).optional(),
      }),
    ),
  });

  it.each(readdirSync(FORMS).filter((file) => file !== "config.yml"))(
    "are ones that the code host understands: %s",
    (file) => {
      const form = FormSchema.parse(parse(readFileSync(join(FORMS, file), "utf8")));
      const ids = form.body.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    },
  );
});
