import { describe, expect, it } from "vitest";
import { escapeHtml } from "../../../../build/generator/pages/markdown.ts";

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
