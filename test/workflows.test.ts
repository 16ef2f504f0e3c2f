import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { PACKAGE_ROOT } from "../build/core/package.ts";
import { workflow, workflows } from "./helpers/workflows.ts";

describe.each(workflows)("the workflow $file", ({ text, permissions, jobs, steps }) => {
  it("pins every action to a commit, and says which version that is", () => {
    const pinned = /^(- )?uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
    const uses = [...text.matchAll(/^.*\buses:.*$/gm)].map(([line]) => line.trim());
    expect(uses.filter((line) => !pinned.test(line))).toEqual([]);
  });

  it("may read the repository and nothing else, unless a job says more", () => {
    expect(permissions).toEqual({ contents: "read" });
  });

  it("writes only in a job that an environment protects, or that reports or comments", () => {
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

  it("runs no script of a package that it installs from a change request", () => {
    const installs = steps.filter(({ run }) => /\bnpm (ci|i|install)\b(?!.*-g)/.test(run ?? ""));
    if (text.includes("pull_request"))
      expect(installs.filter(({ run }) => !run?.includes("--ignore-scripts"))).toEqual([]);
  });

  it("comes to an end", () => {
    const endless = Object.entries(jobs).filter(
      ([, job]) => !(Number(job["timeout-minutes"]) <= 60),
    );
    expect(endless).toEqual([]);
  });
});

it("the check of data comments with its token in one step, and not for forks", () => {
  const { text, steps } = workflow("data.yml");
  expect(text).toContain('paths: ["gamedata/**"');
  expect(text).toContain("if: github.event.pull_request.head.repo.full_name == github.repository");
  expect(text.split("github.token")).toHaveLength(2);
  const calls = steps.flatMap(({ run = "" }) => [...run.matchAll(/gamedata -- (\w+)/g)]);
  expect(calls.map(([, command]) => command)).toEqual(["check", "diff"]);
});

it("CI runs the one script on each Node that is supported", () => {
  const { text, steps } = workflow("ci.yml");
  expect(text).toContain("node: [20, 22, 24]");
  expect(steps.map(({ run }) => run)).toContain("bash .ci/run");
});

describe("the code host", () => {
  const read = (file: string) => readFileSync(join(PACKAGE_ROOT, ".github", file), "utf8");

  it("asks somebody to review every file, and folders that there are", () => {
    const rules = read("CODEOWNERS")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => line.split(/ +/));
    expect(rules[0]).toEqual(["*", expect.stringMatching(/^@/)]);
    for (const [pattern = "", ...owners] of rules) {
      expect(owners.length, pattern).toBeGreaterThan(0);
      if (pattern !== "*") expect(existsSync(join(PACKAGE_ROOT, pattern)), pattern).toBe(true);
    }
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

  it("are for a wrong value, an unknown spelling and a bug", () => {
    expect(readdirSync(FORMS).toSorted()).toEqual(
      ["bug.yml", "config.yml", "unknown-spelling.yml", "wrong-value.yml"].toSorted(),
    );
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
