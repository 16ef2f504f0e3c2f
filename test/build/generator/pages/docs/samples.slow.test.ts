import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { OPERATION_ENTRIES } from "../../../../../build/core/schema/operations.ts";
import { isWithoutPrograms, LANGUAGES, runCode, tabsOf } from "../../../../helpers/code-tabs.ts";
import { patternOf } from "../../../../helpers/printed.ts";
import { startProxy } from "../../../../helpers/proxy.ts";
import { BASE_URL } from "../../../../helpers/real-site.ts";

const site = inject("realSite");

/** Stands between what two samples print. */
const MARK = "=== next ===";

const PRINTS_MARK: Readonly<Record<string, string>> = {
  curl: `echo "${MARK}"`,
  JavaScript: `console.log("${MARK}");`,
  Python: `print("${MARK}")`,
};

const samples = OPERATION_ENTRIES.map(([id]) => {
  const tabs = tabsOf(readFileSync(join(site, `docs/${id}.html`), "utf8"));
  return { id, code: new Map(tabs.map(({ label, code }) => [label, code])) };
});

describe.skipIf(isWithoutPrograms)("the code of every operation", () => {
  it.each(LANGUAGES)("runs, and prints what the answer holds: %s", async (language) => {
    const { url } = await startProxy(site, { ANONYMOUS_LIMIT: "1000", LOG_LEVEL: "silent" });
    const own = samples.filter(({ code }) => code.has(language)); // others' answers are not JSON
    const all = own.map(({ code }) => {
      const text = code.get(language) ?? "";
      return `${language === "JavaScript" ? `{${text}}` : text}\n${PRINTS_MARK[language]}\n`;
    });
    const printed = (await runCode(language, all.join("").replaceAll(BASE_URL, url))).split(
      `${MARK}\n`,
    );
    expect(printed).toHaveLength(own.length + 1);
    for (const [at, { id, code }] of own.entries()) {
      const address = /"(http[^"]+)"/.exec(code.get("curl") ?? "")?.[1] ?? "";
      const text = await (await fetch(address.replace(BASE_URL, url))).text();
      if (language === "curl") {
        expect([id, printed[at] === text.replaceAll("\r", "")]).toEqual([id, true]);
        continue;
      }
      expect([id, JSON.parse(printed[at] ?? "")]).toEqual([id, JSON.parse(text)]);
    }
  });

  it.each(LANGUAGES.slice(1))("of the overview prints what it says: %s", async (language) => {
    const { url } = await startProxy(site, { LOG_LEVEL: "silent" });
    const tabs = tabsOf(readFileSync(join(site, "docs.html"), "utf8"));
    const recipes = tabs.filter(({ label }) => label === language);
    expect(recipes.map(({ prints }) => prints)).toEqual([
      "Amp It Up 12\nSoundwave 5",
      expect.stringMatching(/^\S+: \S.*\n…$/s),
    ]);
    const curl = tabs.find(({ label }) => label === "curl");
    expect(curl?.prints).toContain('\n  { "name": "Amp It Up", "cooldown": 12, … },\n');
    for (const { code, prints = "" } of recipes)
      expect(await runCode(language, code.replaceAll(BASE_URL, url))).toMatch(patternOf(prints));
  });
});
