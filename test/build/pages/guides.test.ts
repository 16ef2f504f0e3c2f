import { execFile, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, inject, it } from "vitest";
import * as z from "zod";
import { checkData } from "../../../build/data/check-data.ts";
import {
  newestPatch,
  offeredPatches,
  type Reference,
  referenceAsOf,
} from "../../../build/data/reference.ts";
import { issueKey } from "../../../build/keys/keys.ts";
import { PACKAGE_DATA, PACKAGE_ROOT } from "../../../build/package.ts";
import { loadPageSources } from "../../../build/page-sources.ts";
import { API_GUIDES, addGuides, GUIDES } from "../../../build/pages/guides.ts";
import { Site } from "../../../build/site/site.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { patternOf } from "../../helpers/printed.ts";
import { startProxy } from "../../helpers/proxy.ts";
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

/** The caption of code that imports the package itself. */
const WITH_PACKAGE = "JavaScript, with the package";

/** A block of code as the page shows it, and what the page says that it prints. */
type Example = { language: string; code: string; prints: string };

function examplesOf(guide: string): Example[] {
  const html = readFileSync(join(site, "guides", `${guide}.html`), "utf8");
  const blocks = [
    ...html.matchAll(
      /<figcaption>(.*?)<\/figcaption><pre tabindex="0"><code>([\s\S]*?)<\/code><\/pre>/g,
    ),
  ];
  const examples: Example[] = [];
  const waiting: { language: string; code: string }[] = [];
  for (const [, caption = "", markup = ""] of blocks) {
    const text = markup.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    if (RUNNERS[caption] === undefined && ![WITH_PACKAGE, "This prints"].includes(caption))
      continue;
    if (caption === "This prints") {
      for (const { language, code } of waiting.splice(0))
        examples.push({ language, code, prints: text });
    } else {
      waiting.push({ language: caption, code: text });
    }
  }
  expect(waiting).toEqual([]);
  return examples;
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
  const checked = checkData(PACKAGE_DATA);
  if (!checked.ok) throw new Error("the real data has problems");
  const { data } = checked;
  const addresses = { baseUrl: BASE_URL, assetsUrl: `${BASE_URL}/assets` };

  function pagesOf(reference: Reference, markdown: string): Map<string, string> {
    const files = filesAdded((site) =>
      addGuides(site, reference, BASE_URL, [{ id: "one", markdown }]),
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
      addGuides(own, { ...today, [collection]: [] }, BASE_URL, loadPageSources().guides);
      expect(own.pages).toHaveLength(GUIDES.length + 1);
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
    const pages = pagesOf(today, '# Title\n\nAbout.\n\n```js\nif (1 < 2 && "<b>") {}\n```\n');
    expect(pages.get("/guides/one")).toContain(
      "<code>if (1 &#60; 2 &#38;&#38; &#34;&#60;b&#62;&#34;) {}</code>",
    );
  });

  it("is listed with its title and what it is about", () => {
    const index = pagesOf(today, "# How & why\n\nAbout `it`.\n").get("/guides");
    expect(index).toContain('<a href="guides/one">How &#38; why</a>');
    expect(index).toContain("<p>About <code>it</code>.</p>");
  });
});
