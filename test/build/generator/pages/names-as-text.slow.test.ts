import fc from "fast-check";
import { marked } from "marked";
import { describe, expect, it } from "vitest";
import { type Element, xml2js } from "xml-js";
import { newestPatch } from "../../../../build/generator/data/game-data.ts";
import { REAL_DATA as REAL } from "../../../helpers/real-data.ts";
import { BASE_URL } from "../../../helpers/real-site.ts";
import { siteInMemory } from "../../../helpers/site.ts";
import { rowsOfCsv } from "../../../helpers/words-of.ts";
import { keepsOf } from "../../data-copies.ts";

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: names that look like templates
/**
 * What a format may take for its own: of Markdown, HTML, XML, templates, tables, code.
 */
const FRAGMENTS = [
  "`",
  "```",
  "``x`",
  "<b>",
  "<img src=x onerror=x>",
  "<!--",
  "]]>",
  "<?x?>",
  "&amp;",
  "&#60;",
  "[a](javascript:x)",
  "![a](x)",
  "](x)",
  "[x]",
  "*x*",
  "_x_",
  "~~x~~",
  "|",
  "\\",
  "# x",
  "${x}",
  "{x}",
  "%s",
  "$&",
  "$1",
  '"',
  "'",
  '" onclick="x',
  ",",
  ";",
  "=1+1",
  "\u202e",
  "<script>",
  "https://evil.example",
  "<x@evil.example>",
];

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above

/** A name that no order depends on, as all begin alike, and longer than an example of a field. */
const hostileName = fc
  .uniqueArray(fc.constantFrom(...FRAGMENTS), { minLength: 4, maxLength: 12 })
  .map((parts) => `É. ${parts.join(" ")} of more than 32 letters x`);

const PLAIN = "É. Plain name of more than 32 letters x";

/** A hero of each role, and maps with and without variants: all kinds of pages and of changes. */
const FEW = /^(heroes\/(ana|mei|sigma)|maps\/(ilios|lijiang-tower|[a-h][a-z-]*))$/;

/** The real data of a few things, with all that happened to them. */
function dataOfFew() {
  const isLeft = keepsOf(FEW);
  return {
    ...structuredClone(REAL),
    heroes: structuredClone(REAL.heroes.filter(({ id }) => isLeft(`heroes/${id}`))),
    maps: structuredClone(REAL.maps.filter(({ id }) => isLeft(`maps/${id}`))),
    patches: REAL.patches.map((patch) => ({
      ...patch,
      changes: patch.changes.filter(({ target }) => isLeft(target)),
    })),
  };
}

/** That data with a name in the place of one of each kind, and of one text. */
function named(name: string) {
  const data = dataOfFew();
  const [hero] = data.heroes;
  const map = data.maps.find(({ variants }) => variants.length > 0);
  const patch = data.patches.find(({ id }) => id === newestPatch(data));
  const [ability] = hero?.abilities ?? [];
  const [perk] = hero?.perks ?? [];
  const [variant] = map?.variants ?? [];
  if (!hero || !map || !patch || !ability || !perk || !variant) throw new Error("nothing to name");
  const spelling = name.replace(/[\\/]/g, ""); // what is looked up has none
  hero.names.en = spelling;
  hero.names.ko = `${spelling} ko`;
  Object.assign(ability, { name: `${name} ability`, description: `${name} description` });
  Object.assign(perk, { name, effect: `${name} effect` });
  Object.assign(map, { name: `${spelling} map` });
  Object.assign(variant, { name: `${spelling} variant` });
  Object.assign(patch, { name: `${name} patch`, summary: `${name} summary` });
  return data;
}

/** The files of a site of that data, outside the API, by name. */
function filesOf(name: string) {
  const data = named(name);
  const options = { patch: newestPatch(data), version: "test", baseUrl: BASE_URL };
  const { manifest, textOf } = siteInMemory(data, { ...options, assetsUrl: `${BASE_URL}/assets` });
  return new Map(manifest.pages.map(({ file }) => [file, textOf(file)]));
}

const TAG = /<(\/?[a-zA-Z!][^\s<>/]*)((?:\s+[^\s<>="'/]+(?:="[^"]*")?)*)\s*\/?>/g;

/**
 * The elements of markup and the names of their attributes; each `<` begins one of them. Examples
 * in `<pre>` are cut by their length, so their coloured parts are left out.
 */
function skeletonOfHtml(markup: string) {
  const html = markup.replace(/<pre.*?<\/pre>/gs, (pre) =>
    pre.replace(/<span class="[a-z]+">|<\/span>/g, ""),
  );
  expect(html.replace(TAG, "")).not.toContain("<");
  return [...html.matchAll(TAG)].map(([, tag, attributes = ""]) => {
    const names = [...attributes.matchAll(/([^\s="]+)(?:="[^"]*")?/g)].map(([, one]) => one);
    return [tag, ...names].join(" ");
  });
}

function skeletonOfXml(element: Element): unknown {
  const { type, name, attributes = {}, elements = [] } = element;
  const { type: kind } = attributes;
  const html = kind === "html" ? elements.map(({ text, cdata }) => `${text ?? cdata}`) : [];
  return [
    type,
    name,
    Object.keys(attributes),
    html.map(skeletonOfHtml),
    ...elements.map(skeletonOfXml),
  ];
}

/** What a program sees of a file apart from its texts; undefined for what has no names in it. */
function skeletonOf(file: string, text: string) {
  if (/\.(html|svg)$/.test(file)) return skeletonOfHtml(text);
  if (/\.(atom|xml)$/.test(file)) return skeletonOfXml(xml2js(text) as Element);
  if (file.endsWith(".md")) return skeletonOfHtml(marked.parse(text, { async: false }));
  if (file.endsWith(".csv")) return rowsOfCsv(text).map((row) => row.length);
  return undefined;
}

describe("a name, whatever it holds", () => {
  const skeletonsOf = (name: string) =>
    [...filesOf(name)].map(([file, text]) => [file, skeletonOf(file, text)] as const);

  it("is text in every page, Markdown, feed, table and picture", () => {
    const plain = skeletonsOf(PLAIN);
    fc.assert(
      fc.property(hostileName, (name) => {
        for (const [at, skeleton] of skeletonsOf(name).entries())
          expect(skeleton).toEqual(plain[at]);
      }),
      { numRuns: 4, examples: [[`É. ${FRAGMENTS.slice(0, 20).join(" ")} x`]], endOnFailure: true },
    );
  });

  it("may be that of a property of every object", () => {
    expect(filesOf("constructor").get("vocabulary.json")).toContain('"constructor":');
  });

  it("is as it is written in a page, a feed and a table", () => {
    const name = `É. <b> \`x\` "a" & 'b' [a](x) *x* x`;
    const files = filesOf(name);
    const textOf = (file: string) =>
      (files.get(file) ?? "")
        .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&quot;", '"')
        .replaceAll("&amp;", "&");
    for (const file of ["heroes/ana.html", "feeds/heroes/ana.atom"])
      expect(textOf(file), file).toContain(name);
    expect(rowsOfCsv(files.get("details/figures.csv") ?? "").flat()).toContain(name);
  });
});
