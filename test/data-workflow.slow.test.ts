import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PACKAGE_ROOT } from "../build/core/package.ts";
import { addPatch, smallData } from "./build/data-copies.ts";
import { edit, temporaryFolder } from "./helpers/data.ts";
import { git } from "./helpers/git.ts";
import { workflow } from "./helpers/workflows.ts";

const canRunScripts = ["git", "bash", "npm"].every(
  (program) => spawnSync(program, ["--version"]).status === 0,
);

function scriptOf(name: string): string {
  return workflow("data.yml").steps.find((step) => step.name === name)?.run ?? "exit 99";
}

/**
 * A checkout of some data and the program, in which the workflow's scripts can run; its first
 * commit is the base.
 */
function checkout(): { folder: string; git: (...args: string[]) => string } {
  const folder = temporaryFolder();
  smallData(join(folder, "gamedata"));
  writeFileSync(join(folder, "gamedata/README.md"), "# Words\n");
  for (const part of [
    ".compiled",
    "build/generator/pages/guides",
    "build/generator/pages/static",
  ]) {
    cpSync(join(PACKAGE_ROOT, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(PACKAGE_ROOT, "node_modules"), join(folder, "node_modules"));
  const about = { name: "checkout", version: "1.0.0", type: "module" };
  const scripts = { gamedata: "node .compiled/gamedata.js" };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...about, scripts }));
  const own = git.bind(undefined, folder);
  own("init", "-q");
  own("add", "gamedata");
  own("commit", "-q", "-m", "base");
  return { folder, git: own };
}

/**
 * Runs the script of a step as the runner does, and gives the Markdown that it made for the
 * reviewers.
 */
function diffAgainst(folder: string, base: string): { markdown: string; summary: string } {
  const { BASE_URL: _, ...env } = process.env; // the test runner sets one
  execFileSync("bash", ["-eo", "pipefail", "-c", scriptOf("What changes")], {
    cwd: folder,
    env: { ...env, BASE: base, GITHUB_STEP_SUMMARY: join(folder, "summary.md") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  return { markdown: read("diff.md"), summary: read("summary.md") };
}

/** Changes Ana's health in the data and records it as a patch. */
function changeHealth(data: string, patch: string): { from: number; to: number } {
  let from = 0;
  edit(data, "heroes/ana.json", (hero) => {
    from = hero.health.standard;
    hero.health.standard += 25;
  });
  addPatch(data, patch, [{ target: "heroes/ana/health/standard", from, to: from + 25 }], {
    name: "Hotfix: Ana",
  });
  return { from, to: from + 25 };
}

describe.skipIf(!canRunScripts)("what reviewers see", () => {
  it("is the change as a table, the URLs that are new, and the documents that changed", () => {
    const { folder, git } = checkout();
    const base = git("rev-parse", "HEAD");
    const { from, to } = changeHealth(join(folder, "gamedata"), "2099-02-01");
    git("commit", "-q", "-a", "-m", "edit");
    const { markdown, summary } = diffAgainst(folder, base);
    expect(markdown).toContain(
      [
        "### Patch 2099-02-01, hotfix: Hotfix: Ana: Buffs",
        "",
        "| | value | before | after |",
        "|---|---|---|---|",
        `| **heroes/ana** | health/standard | ${from} | ${to} |`,
        "",
        "### URLs added: 3",
        "",
        "- `/v1/overwatch/patches/2099-02-01`",
        "- `/v1/overwatch/patches/2099-02-01/changes`",
        "- `/details/patches/2099-02-01.json`",
        "",
      ].join("\n"),
    );
    expect(markdown).toContain("- `/v1/overwatch/heroes/ana`\n");
    expect(markdown).not.toContain("Corrections");
    expect(summary).toBe(markdown);
  });

  it("is nothing of what the base branch gained meanwhile", () => {
    const { folder, git } = checkout();
    const fork = git("rev-parse", "HEAD");
    changeHealth(join(folder, "gamedata"), "2099-02-01");
    git("add", "gamedata");
    git("commit", "-q", "-m", "another change request");
    const base = git("rev-parse", "HEAD");
    git("checkout", "-q", "-b", "mine", fork);
    addPatch(join(folder, "gamedata"), "2099-03-02");
    git("add", "gamedata");
    git("commit", "-q", "-m", "mine");
    const { markdown } = diffAgainst(folder, base);
    expect(markdown).toContain(
      "### Patch 2099-03-02, hotfix: A patch of the tests\n\nNo changes of the core game.\n",
    );
    expect(markdown).not.toContain("2099-02-01");
    expect(markdown).not.toContain("heroes/ana");
  });
});
