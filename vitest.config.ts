import { existsSync, statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst, projectsOf, reportersOf } from "./test/tiers.ts";

// Tests make and remove folders of thousands of files, which is quicker in memory where there is
// room.
const MEMORY = "/dev/shm";
if (process.env["TMPDIR"] === undefined && freeBytes(MEMORY) > 2e9) process.env["TMPDIR"] = MEMORY;

/**
 * Less time for collecting garbage and, on Node 20, for optimizing what runs for moments alone.
 * Later versions know no such budget; they have a compiler for it.
 */
const WORKER_FLAGS = [
  "--max-semi-space-size=128",
  "--min-semi-space-size=64",
  ...(process.version.startsWith("v20.") ? ["--interrupt-budget=1000000"] : []),
];

function freeBytes(folder: string): number {
  if (!existsSync(folder)) return 0;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

export default defineConfig(({ mode }) => {
  const occasion = { mode, ci: process.env["CI"] };
  return {
    resolve: {
      alias: {
        "cloudflare:workers": join(import.meta.dirname, "test/helpers/cloudflare-workers.ts"),
      },
    },
    test: {
      projects: projectsOf(occasion),
      reporters: reportersOf(occasion),
      // A file that no test imports, such as a style or a fact, runs the tests again too.
      forceRerunTriggers: ["build", "proxy", "gamedata"].map((folder) =>
        join(import.meta.dirname, folder, "**"),
      ),
      env: { BASE_URL: "" }, // the runner's own would reach the programs that tests start
      testTimeout: 60_000,
      hookTimeout: 60_000,
      sequence: { sequencer: LongestFirst },
      pool: "forks", // commands run in the folder of a test, which threads cannot change
      execArgv: WORKER_FLAGS,
      maxWorkers: Math.max(2, availableParallelism() - 1),
    },
  };
});
