import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { escapeHtml, htmlPage } from "../../../build/pages/html.ts";

const site = inject("realSite");

describe("escapeHtml", () => {
  it.each([
    ["King's Row", "King&#39;s Row"],
    ["<script>", "&#60;script&#62;"],
    ['a "b" & c', "a &#34;b&#34; &#38; c"],
    ["Grímsvötn 루시우", "Grímsvötn 루시우"],
  ])("makes text of %j", (text, markup) => {
    expect(escapeHtml(text)).toBe(markup);
  });
});

describe("a page", () => {
  it("has its title as text, whatever it says", () => {
    const page = htmlPage({ title: "<b>&</b>", body: "", root: "./" });
    expect(page).toContain("<title>&#60;b&#62;&#38;&#60;/b&#62;</title>");
    expect(page).toContain("<h1>&#60;b&#62;&#38;&#60;/b&#62;</h1>");
  });

  it("forbids scripts and all styles but its own", () => {
    const page = htmlPage({ title: "a", body: "", root: "./" });
    const [, style = ""] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? [];
    const sum = createHash("sha256").update(style).digest("base64");
    expect(page).toContain(
      `default-src 'none'; style-src 'sha256-${sum}'; img-src data:; base-uri 'none'; form-action 'none'`,
    );
  });

  const pages = readdirSync(site, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".html"));

  it.each(pages)("of the site leads only to what the site has: %s", (page) => {
    const html = readFileSync(join(site, page), "utf8");
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href);
    expect(links.length).toBeGreaterThan(0);
    for (const href of links.filter((link) => !/^(https?|data):/.test(link))) {
      const target = join(dirname(join(site, page)), href);
      const found = [target, `${target}.json`, `${target}.html`, join(target, "index.html")].some((path) =>
        existsSync(path),
      );
      expect([href, found]).toEqual([href, true]);
    }
  });

  it("of the site names no host and no clock", () => {
    for (const page of pages) {
      expect(readFileSync(join(site, page), "utf8")).not.toMatch(/127\.0\.0\.1|localhost|\d{2}:\d{2}:\d{2}/);
    }
  });
});
