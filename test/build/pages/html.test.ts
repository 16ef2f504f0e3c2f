import { describe, expect, it } from "vitest";
import { escapeHtml, htmlPage } from "../../../build/pages/html.ts";

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
    expect(page).toContain("<title>&lt;b>&amp;&lt;/b> · Game Data Reference</title>");
    expect(page).toContain("<h1>&#60;b&#62;&#38;&#60;/b&#62;</h1>");
  });

  it("has its body as it is", () => {
    expect(htmlPage({ title: "a", body: "<p>one &amp; two</p>", root: "./" })).toContain(
      "<p>one &amp; two</p>",
    );
  });

  it("forbids all that does not come from the site itself, and everything inline", () => {
    expect(htmlPage({ title: "a", body: "", root: "./" })).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'",
    );
  });

  it("leads to the site's root from where it stands", () => {
    const page = htmlPage({ title: "a", body: "", root: "../../" });
    const links = [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link);
    expect(links.filter((link) => !/^(\.\.\/\.\.\/|#main$)/.test(link ?? ""))).toEqual([]);
  });
});
