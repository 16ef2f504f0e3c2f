import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { type Page, renderPage } from "../../../../build/generator/pages/layout.tsx";
import { BASE_URL } from "../../../helpers/real-site.ts";

function pageOf(page: Partial<Page> = {}, path = "/a") {
  const whole = { title: "a", description: "About a.", children: null, ...page };
  return renderPage(path, whole, { baseUrl: BASE_URL, assetsUrl: BASE_URL });
}

describe("a page", () => {
  it("forbids all that does not come from the site itself, and everything inline", () => {
    expect(pageOf()).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src " +
        "'self'; base-uri 'none'; form-action 'none'",
    );
  });

  it("shows a picture where a message links it, by its whole address", () => {
    expect(pageOf()).toContain(`<meta property="og:image" content="${BASE_URL}/preview.png"/>`);
  });

  it("is read on when its style is there, and asks for data with the scripts", () => {
    const page = pageOf({ scripts: ["compare"], data: "lists/changes" });
    const [head = ""] = page.split("<body>");
    const loaded = [...head.matchAll(/(?:href|src)="\.\/explorer\/([\w-]+\.(?:js|css))"/g)];
    expect(loaded.map(([, name]) => name)).toEqual([
      "style.css",
      "site.js",
      "compare.js",
      "theme.js",
    ]);
    expect(head).toContain(
      '<link rel="preload" as="fetch" crossorigin="anonymous" href="./lists/changes.json"/>',
    );
  });
});

// A browser looks for each size and each weight of a face again.
it("the style has six sizes of text, one of the letters in tiles, and two weights", () => {
  const style = readFileSync(join(inject("realSite"), "explorer/style.css"), "utf8");
  const valuesOf = (property: string) => {
    const found = style.matchAll(new RegExp(`[{;]${property}:([^;}]+)`, "g"));
    return new Set([...found].map(([, value]) => value));
  };

  expect([...valuesOf("font-size")].sort()).toEqual([
    ".875em",
    ".875rem",
    "1.125rem",
    "1.5rem",
    "1rem",
    "2.125rem",
    "3.25rem",
    "36px",
    "inherit",
  ]);
  expect([...valuesOf("font-weight")].sort()).toEqual(["400", "700"]);
});
