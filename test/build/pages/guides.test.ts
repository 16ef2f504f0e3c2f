import { execFile, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, inject, it } from "vitest";
import * as z from "zod";
import {
  newestPatch,
  offeredPatches,
  type Reference,
  referenceAsOf,
} from "../../../build/data/reference.ts";
import { issueKey } from "../../../build/keys/keys.ts";
import { PACKAGE_ROOT } from "../../../build/package.ts";
import { loadPageSources } from "../../../build/page-sources.ts";
import { API_GUIDES, addGuides, GUIDES } from "../../../build/pages/guides.tsx";
import { Site } from "../../../build/site/site.ts";
import { tabsOf } from "../../helpers/code-tabs.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { patternOf } from "../../helpers/printed.ts";
import { startProxy } from "../../helpers/proxy.ts";
import { REAL_DATA } from "../../helpers/real-data.ts";
import { BASE_URL } from "../../helpers/real-site.ts";
import { filesAdded } from "../../helpers/site.ts";

const site = inject("realSite");
const execute = promisify(execFile);

/** How a reader runs what stands under a caption. */
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

describe("a guide", () => {
  const data = REAL_DATA;
  const addresses = { baseUrl: BASE_URL, assetsUrl: `${BASE_URL}/assets` };

  const FRAME = { baseUrl: BASE_URL, imageOrigin: undefined };

  function pagesOf(
    reference: Reference,
    markdown: string,
    keySettings?: string,
  ): Map<string, string> {
    const files = filesAdded((site) =>
      addGuides(site, reference, FRAME, [{ id: "one", markdown }], keySettings),
    );
    return new Map(files.map(({ path, text }) => [path, text]));
  }

  const today = referenceAsOf(data, newestPatch(data), addresses);

  it("is told of every patch that a site can be built for", () => {
    for (const { id } of offeredPatches(data)) {
      const pages = pagesOf(
        referenceAsOf(data, id, addresses),
        "# As of {{patch}}\n\nAbout `{{history.target}}`.\n",
      );
      expect(pages.get("/guides/one")).toContain(`<h1>As of ${id}</h1>`);
    }
  });

  it.each(["heroes", "maps", "patches"] as const)(
    "is written of a game that has no %s yet",
    (collection) => {
      const own = new Site();
      addGuides(own, { ...today, [collection]: [] }, FRAME, loadPageSources().guides);
      expect(own.pages).toHaveLength(2 * GUIDES.length + 1);
    },
  );

  it("that asks for a fact which does not exist stops the build", () => {
    expect(() => pagesOf(today, "# Title\n\nAbout {{heroes.best}}.\n")).toThrow(
      "guides/one.md: there is no fact {{heroes.best}}",
    );
  });

  it("without a title and a paragraph stops the build", () => {
    expect(() => pagesOf(today, "# Title\n\n- a list\n")).toThrow(
      "guides/one.md: expected a heading and then a paragraph",
    );
  });

  it("shows code as it is written, markup and all", () => {
    const code = 'if (1 < 2 && "<b>") {}';
    const pages = pagesOf(today, `# Title\n\nAbout.\n\n\`\`\`js\n${code}\n\`\`\`\n`);
    const [tab] = tabsOf(pages.get("/guides/one") ?? "");
    expect(tab).toEqual({ label: "JavaScript", code, prints: undefined });
    expect(pages.get("/guides/one")).toContain("<b>if</b> (1 &lt; 2");
  });

  it("has code that follows in tabs, each with what it prints", () => {
    const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\`\n\n`;
    const blocks = [
      block("sh", "a") + block("output", "A"),
      block("js", "b") + block("python", "c") + block("output", "B"),
    ];
    const page = pagesOf(today, `# Title\n\nAbout.\n\n${blocks.join("")}`).get("/guides/one");
    expect(tabsOf(page ?? "")).toEqual([
      { label: "curl", code: "a", prints: "A" },
      { label: "JavaScript", code: "b", prints: "B" },
      { label: "Python", code: "c", prints: "B" },
    ]);
    expect(page?.match(/<fieldset>/g)).toHaveLength(1);
  });

  it("stands among the others: beside it all of them, below it those before and after", () => {
    const page = readFileSync(join(site, "guides/names.html"), "utf8");
    const side = /<nav class="side" aria-label="Guides">(.*?)<\/nav>/s.exec(page)?.[1] ?? "";
    const listed = [...side.matchAll(/href="([a-z-]+)"/g)].map(([, guide]) => guide);
    expect(listed.toSorted()).toEqual([...GUIDES].toSorted());
    expect(side).toContain('<a href="names" aria-current="page">');
    const neighbours = [-1, 1].map((step) => listed[listed.indexOf("names") + step]);
    const onwards = [...page.matchAll(/<a href="([a-z-]+)" rel="(?:prev|next)">/g)];
    expect(onwards.map(([, guide]) => guide)).toEqual(neighbours);
  });

  it("has code in which words are told apart, and what it prints folded", () => {
    const source = "# T\n\nAbout.\n\n```js\nconst x = 'y';\n```\n\n```output\nA\n```\n";
    const page = pagesOf(today, source).get("/guides/one") ?? "";
    expect(page).toContain("<code><b>const</b> x = <i>");
    expect(page).toMatch(/<details><summary>What it prints<\/summary><pre[^>]*><samp>A<\/samp>/);
  });

  it("has a permalink for each heading, and lists them", () => {
    const source = "# Title\n\nAbout.\n\n## What it `is`\n\nOne.\n\n## What it is\n\nTwo.\n";
    const page = pagesOf(today, source).get("/guides/one") ?? "";
    for (const id of ["what-it-is", "what-it-is--2"]) {
      expect(page).toContain(`<h2 id="${id}"><a class="here" href="#${id}">`);
      expect(page.match(new RegExp(`href="#${id}"`, "g"))).toHaveLength(3);
    }
  });

  it("says where keys are issued, or that this deployment names no place", () => {
    const source = "# Title\n\nAbout.\n\n{{keys.where}} [{{keys.place}}]({{keys.address}}).\n";
    const address = "https://example.org/settings?tab=(keys)";
    const with_ = pagesOf(today, source, address);
    expect(with_.get("/guides/one")).toContain("issued at <a href=");
    expect(with_.get("/guides/one.md")).toContain("(https://example.org/settings?tab=%28keys%29)");
    expect(pagesOf(today, source).get("/guides/one")).toMatch(
      /names no place where keys are issued.*<a href="operating">/,
    );
  });

  it("is there as Markdown too, with the same facts", () => {
    const source =
      "# As of {{patch}}\n\nAbout `{{history.target}}`.\n\n```js\n{{accented.literal}}\n```\n";
    const text = pagesOf(today, source).get("/guides/one.md");
    expect(text).toContain(`# As of ${today.patch}\n`);
    expect(text).toMatch(/About `heroes\/[^`]+`\.\n\n```js\n"[^"]+"\n```\n$/);
  });

  it("is listed with its title and what it is about", () => {
    const index = pagesOf(today, "# How & why\n\nAbout `it`.\n").get("/guides");
    expect(index).toContain('<a href="guides/one">How &amp; why</a>');
    expect(index).toContain("<p>About <code>it</code>.</p>");
  });
});
