import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import type { HeroDetailsCollection } from "../../../../build/core/schema/details.ts";
import { loadGuides } from "../../../../build/generator/make-site.ts";
import { addGuides, GUIDES } from "../../../../build/generator/pages/guides.tsx";
import { tabsOf } from "../../../helpers/code-tabs.ts";
import { BASE_URL } from "../../../helpers/real-site.ts";
import { filesAdded } from "../../../helpers/site.ts";

const site = inject("realSite");

describe("a guide", () => {
  const FRAME = { baseUrl: BASE_URL, assetsUrl: BASE_URL };

  function pagesOf(markdown: string, frame = FRAME) {
    const files = filesAdded((site) => addGuides(site, frame, [{ id: "names", markdown }]));
    return new Map(files.map(({ path, text }) => [path, text]));
  }

  it.each(["page", "Markdown"])("has the address of its site, as %s", (form) => {
    const baseUrl = "https://facts.example.net/ow";
    const markdown = `# T\n\nAbout.\n\n\`\`\`sh\ncurl "${BASE_URL}/v1"\n\`\`\`\n`;
    const pages = pagesOf(markdown, { baseUrl, assetsUrl: baseUrl });
    const text = pages.get(form === "page" ? "/guides/names" : "/guides/names.md");
    expect(text).toContain(`${baseUrl}/v1`);
    expect(text).not.toContain(BASE_URL);
  });

  it("is short: all of them together have at most 10,800 words", () => {
    const words = loadGuides().flatMap(({ markdown }) => markdown.trim().split(/\s+/));
    expect(words.length).toBeLessThanOrEqual(10_800);
  });

  it("without a title and a paragraph stops the build", () => {
    expect(() => pagesOf("# Title\n\n- a list\n")).toThrow(
      "guides/names.md: expected a heading and then a paragraph",
    );
  });

  it("shows code as it is written, markup and all", () => {
    const code = 'if (1 < 2 && "<b>") {}';
    const pages = pagesOf(`# Title\n\nAbout.\n\n\`\`\`js\n${code}\n\`\`\`\n`);
    const [tab] = tabsOf(pages.get("/guides/names") ?? "");
    expect(tab).toEqual({ label: "JavaScript", code, prints: undefined });
  });

  it("has code that follows in tabs, each with what it prints", () => {
    const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\`\n\n`;
    const blocks = [
      block("sh", "a") + block("output", "A"),
      block("js", "b") + block("python", "c") + block("output", "B"),
    ];
    const page = pagesOf(`# Title\n\nAbout.\n\n${blocks.join("")}`).get("/guides/names");
    expect(tabsOf(page ?? "")).toEqual([
      { label: "curl", code: "a", prints: "A" },
      { label: "JavaScript", code: "b", prints: "B" },
      { label: "Python", code: "c", prints: "B" },
    ]);
    expect(page?.match(/<fieldset>/g)).toHaveLength(1);
  });

  it("has all of them beside it", () => {
    const page = readFileSync(join(site, "guides/names.html"), "utf8");
    const side = /<nav class="side"[^>]*>(.*?)<\/nav>/s.exec(page)?.[1] ?? "";
    const listed = [...side.matchAll(/href="([a-z-]+)"/g)].map(([, guide]) => guide);
    expect(listed.toSorted()).toEqual([...GUIDES].toSorted());
    expect(side).toContain('<a href="names" aria-current="page">');
  });

  it("lists the thirty figures that most abilities have, with unit and count", () => {
    const read = (file: string) => readFileSync(join(site, file), "utf8");
    const { data }: HeroDetailsCollection = JSON.parse(read("details/heroes.json"));
    const rows = read("guides/kits-with-numbers.md").matchAll(
      /^\| `(\w+)` \| (\S+) \| (\d+) \|$/gm,
    );
    const counts = [...rows].map(([, field, unit, count]) => {
      const parts = data.flatMap(({ abilities }) => abilities);
      const own = parts.filter((one) =>
        one.figures.some((of) => of.field === field && of.unit === unit),
      );
      expect([field, own.length]).toEqual([field, Number(count)]);
      return own.length;
    });
    expect(counts).toHaveLength(30);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  });

  it("has a permalink for each heading, and lists them", () => {
    const source = "# Title\n\nAbout.\n\n## What it `is`\n\nOne.\n\n## What it is\n\nTwo.\n";
    const page = pagesOf(source).get("/guides/names") ?? "";
    for (const id of ["what-it-is", "what-it-is--2"]) {
      expect(page).toContain(`<h2 id="${id}"><a class="here" href="#${id}">`);
      expect(page.match(new RegExp(`href="#${id}"`, "g"))).toHaveLength(2);
    }
  });

  it("is listed with its title and what it is about", () => {
    const index = pagesOf("# How & why\n\nAbout `it`.\n").get("/guides");
    expect(index).toContain('<a href="guides/names">How &amp; why</a>');
    expect(index).toContain("<p>About <code>it</code>.</p>");
  });
});
