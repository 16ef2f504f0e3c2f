import { execFile, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, inject, it } from "vitest";
import * as z from "zod";
import { issueKey } from "../../../../build/cli/keys/edit-keys.ts";
import { PACKAGE_ROOT } from "../../../../build/core/package.ts";
import { API_GUIDES } from "../../../../build/generator/pages/guides.tsx";
import { tabsOf } from "../../../helpers/code-tabs.ts";
import { temporaryFolder } from "../../../helpers/data.ts";
import { patternOf } from "../../../helpers/printed.ts";
import { startProxy } from "../../../helpers/proxy.ts";
import { BASE_URL } from "../../../helpers/real-site.ts";

const site = inject("realSite");
const execute = promisify(execFile);

/** How a reader runs what is under a caption. */
const RUNNERS: Record<string, { program: string; args: (code: string) => string[] }> = {
  curl: { program: "bash", args: (code) => ["-c", code] },
  JavaScript: {
    program: process.execPath,
    args: (code) => ["--input-type=module", "--eval", code],
  },
  Python: { program: "python3", args: (code) => ["-c", code] },
};

/** The tab of code that imports the package itself. */
const WITH_PACKAGE = "Client";

/** A block of code as the page shows it, and what the page says that it prints. */
type Example = { language: string; code: string; prints: string };

function examplesOf(guide: string): Example[] {
  const tabs = tabsOf(readFileSync(join(site, "guides", `${guide}.html`), "utf8"));
  const run = tabs.filter(({ label }) => RUNNERS[label] !== undefined || label === WITH_PACKAGE);
  expect(run.filter(({ prints }) => prints === undefined)).toEqual([]);
  return run.map(({ label, code, prints = "" }) => ({ language: label, code, prints }));
}

async function run(
  { language, code }: Example,
  url: string,
  env: Record<string, string> = {},
): Promise<string> {
  const runner = RUNNERS[language];
  if (runner === undefined) throw new Error(`nothing runs ${language}`);
  const { stdout } = await execute(runner.program, runner.args(code.replaceAll(BASE_URL, url)), {
    cwd: temporaryFolder(),
    env: { ...process.env, ...env },
  });
  return stdout.replaceAll("\r", "");
}

/** Without the programs the tests are skipped; on CI they fail. */
const lacking = ["bash", "curl", "python3", "sha256sum"].filter(
  (program) => spawnSync(program, ["--version"]).error,
);
const isSkipped = lacking.length > 0 && process.env["CI"] !== "true";

describe.skipIf(isSkipped)(
  `the code of a guide${isSkipped ? ` (skipped: there is no ${lacking.join(", ")})` : ""}`,
  () => {
    it.each(API_GUIDES)("prints what the guide says, in every language: %s", async (guide) => {
      const keyFile = join(temporaryFolder(), "keys.json");
      const { key } = issueKey(keyFile, { prefix: "gdr_", name: "reader" }, new Date());
      const examples = examplesOf(guide).filter(({ language }) => language !== WITH_PACKAGE);
      expect(new Set(examples.map(({ language }) => language))).toEqual(
        new Set(Object.keys(RUNNERS)),
      );
      const proxy = await startProxy(site, { API_KEYS_FILE: keyFile, LOG_LEVEL: "silent" });
      const printed = await Promise.all(
        examples.map((example) => run(example, proxy.url, { GAMEDATA_KEY: key })),
      );
      for (const [at, { prints }] of examples.entries())
        expect(printed[at]).toMatch(patternOf(prints));
    });

    it.each(Object.keys(RUNNERS))("waits out a refusal and goes on: %s", async (language) => {
      const example = examplesOf("limits").find(
        (one) => one.language === language && one.code.includes("for"),
      );
      if (example === undefined) throw new Error(`the limits have no loop in ${language}`);
      const env = { ANONYMOUS_LIMIT: "3", RATE_WINDOW_SECONDS: "1", LOG_LEVEL: "info" };
      const proxy = await startProxy(site, env);
      expect(await run(example, proxy.url)).toMatch(patternOf(example.prints));
      expect(proxy.logs.filter((line) => line.includes('"status":429'))).toHaveLength(1);
    });
  },
);

const about = z
  .object({ exports: z.record(z.string(), z.unknown()).optional() })
  .parse(JSON.parse(readFileSync(join(PACKAGE_ROOT, "package.json"), "utf8")));

describe.skipIf(about.exports?.["./client"] === undefined)("the package in a guide", () => {
  it("prints what the guide says", async () => {
    if (!existsSync(join(PACKAGE_ROOT, ".compiled/library/client.js"))) {
      await execute("npm", ["run", "-s", "library"], { cwd: PACKAGE_ROOT });
    }
    const [example] = examplesOf("limits").filter(({ language }) => language === WITH_PACKAGE);
    const proxy = await startProxy(site);
    const code = example?.code.replaceAll(BASE_URL, proxy.url) ?? "";
    const { stdout } = await execute(process.execPath, ["--input-type=module", "--eval", code], {
      cwd: PACKAGE_ROOT,
    });
    expect(stdout).toMatch(patternOf(example?.prints ?? ""));
  });
});
