import { existsSync, statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// Tests make and remove folders of thousands of files, which is quicker in memory where there is
// room.
const MEMORY = "/dev/shm";
if (process.env["TMPDIR"] === undefined && freeBytes(MEMORY) > 2e9) process.env["TMPDIR"] = MEMORY;

function freeBytes(folder: string): number {
  if (!existsSync(folder)) return 0;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/**
 * Files that need modules of their own: those at the edge run files of other rooms again with
 * another host, the others put something in the place of one of Node's modules.
 */
const ALONE = [
  "test/edge/*.test.ts",
  "test/attack/revocation.test.ts",
  "test/build/write/update-file.test.ts",
  "test/proxy/auth/key-file.test.ts",
];

export default defineConfig({
  test: {
    // All others share the modules of their process, and with them the real data, which is read and
    // checked once.
    projects: [
      {
        extends: true,
        test: { name: "together", isolate: false, include: ["test/**/*.test.ts"], exclude: ALONE },
      },
      { extends: true, test: { name: "alone", include: ALONE } },
    ],
    globalSetup: "test/helpers/real-site.ts",
    env: { BASE_URL: "" }, // the runner's own would reach the programs that tests start
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks", // commands run in the folder of a test, which threads cannot change
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
