import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dayOf } from "../../../build/core/game/day.ts";
import { PACKAGE_ROOT } from "../../../build/core/package.ts";
import { newestPatch } from "../../../build/generator/data/game-data.ts";
import { NPM, RUN_NEEDS, stepsOf } from "../../helpers/document-steps.ts";
import { commit } from "../../helpers/git.ts";
import { patternOf } from "../../helpers/printed.ts";
import { REAL_DATA } from "../../helpers/real-data.ts";

const DAY_MS = 86_400_000;
const NEWEST = newestPatch(REAL_DATA).slice(0, 10);

/** The day of the patch that the guide records, and one that is newer than all others. */
const GUIDE_DAY = "2026-11-18";
const NEW_DAY = NEWEST < GUIDE_DAY ? GUIDE_DAY : dayOf(new Date(Date.parse(NEWEST) + DAY_MS));

const STEPS = stepsOf("build/generator/pages/guides/maintaining.md", "shell").map(
  ({ commands, prints = "" }) => ({
    commands: commands.replaceAll(GUIDE_DAY, NEW_DAY),
    prints: prints.replaceAll(GUIDE_DAY, NEW_DAY).trimEnd(),
  }),
);

/** A module that sets the clock forward. */
const clock = (days: number) => `
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...parts) {
      super(...(parts.length === 0 ? [Date.now()] : parts));
    }
    static now() {
      return RealDate.now() + ${days * DAY_MS};
    }
  };
`;

// A patch that was recorded today makes tomorrow the first day of another.
describe.each([
  ["tomorrow", 1],
  ["in a year", 366],
])("the commands of the guide for maintainers, on all data, %s", (_when, days) => {
  const checkout = mkdtempSync(join(tmpdir(), "gamedata-maintaining-"));
  afterAll(() => rmSync(checkout, { recursive: true, force: true }));

  beforeAll(() => {
    execFileSync(process.execPath, ["compile.mjs"], { cwd: PACKAGE_ROOT });
    for (const name of [...RUN_NEEDS, "gamedata"])
      cpSync(join(PACKAGE_ROOT, name), join(checkout, name), { recursive: true });
    symlinkSync(join(PACKAGE_ROOT, "node_modules"), join(checkout, "node_modules"));
    writeFileSync(join(checkout, "clock.mjs"), clock(days));
    commit(join(checkout, "gamedata"));
  });

  it.each(STEPS)("$commands", ({ commands, prints }) => {
    const printed = execFileSync("bash", ["-euo", "pipefail", "-c", NPM + commands], {
      cwd: checkout,
      encoding: "utf8",
      env: { ...process.env, NODE_OPTIONS: `--import=${join(checkout, "clock.mjs")}` },
    });
    expect(printed).toMatch(patternOf(prints));
  });
});
