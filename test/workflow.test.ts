import { describe, expect, it } from "vitest";
import { PACKAGE_ROOT } from "../build/package.ts";
import { run } from "./build/program.ts";
import { SCRIPTS, STEPS, stepNamed, TEXT, WORKFLOW } from "./helpers/data-workflow.ts";

describe("the workflow for changes of the data", () => {
  it("runs on change requests that touch the data or what reads it", () => {
    expect(Object.keys(WORKFLOW.on)).toEqual(["pull_request"]);
    expect(WORKFLOW.on["pull_request"]?.paths).toContain("gamedata/**");
  });

  it("pins every action to a commit, and says which version that is", () => {
    const uses = [...TEXT.matchAll(/^.*\buses:.*$/gm)].map(([line]) => line.trim());
    expect(uses).toHaveLength(STEPS.filter((step) => step.uses !== undefined).length);
    expect(
      uses.filter((line) => !/^- uses: [\w.-]+\/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line)),
    ).toEqual([]);
  });

  it("may read the repository, and nothing else", () => {
    expect(WORKFLOW.permissions).toEqual({ contents: "read" });
  });

  it("may write the comment in the job that needs to, and nothing else", () => {
    const permissions = Object.values(WORKFLOW.jobs).map((job) => job.permissions);
    expect(permissions).toEqual([{ contents: "read", "pull-requests": "write" }]);
  });

  it("leaves no credential in the checkout", () => {
    const checkouts = STEPS.filter((step) => step.uses?.startsWith("actions/checkout@"));
    expect(checkouts.map((step) => step.with?.["persist-credentials"])).toEqual([false]);
  });

  it("runs no script of a package that it installs", () => {
    const installs = SCRIPTS.filter((script) => /\bnpm (ci|i|install)\b/.test(script));
    expect(installs).toEqual(["npm ci --ignore-scripts"]);
  });

  it("puts no text of a change request into a script", () => {
    expect(SCRIPTS.filter((script) => script.includes("${{"))).toEqual([]);
  });

  it("hands its token only to the step that comments", () => {
    const withToken = STEPS.filter((step) => JSON.stringify(step).includes("github.token"));
    expect(withToken.map((step) => step.name)).toEqual(["Tell the reviewers"]);
  });

  it("does not try to comment on the change request of a fork, whose token may not", () => {
    expect(stepNamed("Tell the reviewers").if).toBe(
      "github.event.pull_request.head.repo.full_name == github.repository",
    );
  });

  it("comes to an end", () => {
    expect(Object.values(WORKFLOW.jobs).filter((job) => job["timeout-minutes"] > 15)).toEqual([]);
  });
});

/** The calls of our program in the workflow: its command and the options after it. */
const CALLS = SCRIPTS.flatMap((script) => [
  ...script.matchAll(/npm run -s gamedata -- (\w+)(.*)$/gm),
]).map(([, command = "", rest = ""]) => ({ command, options: rest.match(/--[a-z-]+/g) ?? [] }));

describe("what the workflow calls", () => {
  it("is the check and the diff", () => {
    expect(CALLS.map(({ command }) => command)).toEqual(["check", "diff"]);
  });

  it.each(CALLS)(
    "is a command of the program, with options that it has: $command",
    async ({ command, options }) => {
      const { status, stdout } = await run([command, "--help"], { cwd: PACKAGE_ROOT });
      expect(status).toBe(0);
      expect(options.filter((option) => !stdout.includes(option))).toEqual([]);
    },
  );
});
