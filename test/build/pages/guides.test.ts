import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import {
  newestPatch,
  offeredPatches,
  type Reference,
  referenceAsOf,
} from "../../../build/data/reference.ts";
import { addGuides, GUIDES } from "../../../build/pages/guides.tsx";
import { loadGuides } from "../../../build/pages/page-sources.ts";
import { Site } from "../../../build/site/site.ts";
import { tabsOf } from "../../helpers/code-tabs.ts";
import { REAL_DATA } from "../../helpers/real-data.ts";
import { BASE_URL } from "../../helpers/real-site.ts";
import { filesAdded } from "../../helpers/site.ts";

const site = inject("realSite");

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
      addGuides(own, { ...today, [collection]: [] }, FRAME, loadGuides());
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
