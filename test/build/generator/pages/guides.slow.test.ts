import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, inject, it } from "vitest";
import { issueKey } from "../../../../build/cli/keys/edit-keys.ts";
import { PACKAGE_ROOT } from "../../../../build/core/package.ts";
import { API_GUIDES } from "../../../../build/generator/pages/guides.tsx";
import { isWithoutPrograms, LANGUAGES, runCode, tabsOf } from "../../../helpers/code-tabs.ts";
import { temporaryFolder } from "../../../helpers/data.ts";
import { patternOf } from "../../../helpers/printed.ts";
import { startProxy } from "../../../helpers/proxy.ts";
import { BASE_URL } from "../../../helpers/real-site.ts";

const site = inject("realSite");

/** The tab of code that imports the package itself. */
const WITH_PACKAGE = "Package";

/** The blocks of code that a guide shows, each with what the guide says that it prints. */
function examplesOf(guide: string) {
  const tabs = tabsOf(readFileSync(join(site, "guides", `${guide}.html`), "utf8"));
  const run = tabs.filter(({ label }) => [...LANGUAGES, WITH_PACKAGE].includes(label));
  expect(run.filter(({ prints }) => prints === undefined)).toEqual([]);
  return run.map(({ label, code, prints = "" }) => ({ language: label, code, prints }));
}

describe.skipIf(isWithoutPrograms)("the code of a guide", () => {
  it.each(API_GUIDES)("prints what the guide says, in every language: %s", async (guide) => {
    const keyFile = join(temporaryFolder(), "keys.json");
    const { key } = issueKey(keyFile, { prefix: "gdr_", name: "reader" }, new Date());
    const examples = examplesOf(guide).filter(({ language }) => language !== WITH_PACKAGE);
    expect(new Set(examples.map(({ language }) => language))).toEqual(new Set(LANGUAGES));
    const { url } = await startProxy(site, { API_KEYS_FILE: keyFile, LOG_LEVEL: "silent" });
    const printed = await Promise.all(
      examples.map(({ language, code }) =>
        runCode(language, code.replaceAll(BASE_URL, url), { GAMEDATA_KEY: key }),
      ),
    );
    for (const [at, { prints }] of examples.entries())
      expect(printed[at]).toMatch(patternOf(prints));
  });

  it.each(LANGUAGES)("waits out a refusal and goes on: %s", async (language) => {
    const example = examplesOf("limits").find(
      (one) => one.language === language && one.code.includes("for"),
    );
    if (example === undefined) throw new Error(`the limits have no loop in ${language}`);
    const env = { ANONYMOUS_LIMIT: "3", RATE_WINDOW_SECONDS: "1", LOG_LEVEL: "info" };
    const proxy = await startProxy(site, env);
    const code = example.code.replaceAll(BASE_URL, proxy.url);
    expect(await runCode(language, code)).toMatch(patternOf(example.prints));
    expect(proxy.logs.filter((line) => line.includes('"status":429'))).toHaveLength(1);
  });
});

it("the package in a guide prints what the guide says", async () => {
  const execute = promisify(execFile);
  if (!existsSync(join(PACKAGE_ROOT, ".compiled/library/client.js")))
    await execute("npm", ["run", "-s", "library"], { cwd: PACKAGE_ROOT });
  const [example] = examplesOf("kits-with-numbers").filter(
    ({ language }) => language === WITH_PACKAGE,
  );
  const { stdout } = await execute(
    process.execPath,
    ["--input-type=module", "--eval", example?.code ?? ""],
    { cwd: PACKAGE_ROOT },
  );
  expect(stdout).toMatch(patternOf(example?.prints ?? ""));
});
