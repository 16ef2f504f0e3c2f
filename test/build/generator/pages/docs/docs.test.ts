import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { OPERATION_ENTRIES, pathParameters } from "../../../../../build/core/schema/operations.ts";
import { addDocs } from "../../../../../build/generator/pages/docs/docs.tsx";
import { tabsOf } from "../../../../helpers/code-tabs.ts";
import { BASE_URL } from "../../../../helpers/real-site.ts";
import { filesAdded } from "../../../../helpers/site.ts";
import { wordsOf } from "../../../../helpers/words-of.ts";

const site = inject("realSite");
const FRAME = { baseUrl: BASE_URL, assetsUrl: BASE_URL };

/** What a page with everything may weigh on the wire, in brotli. */
const MOST_BYTES = 40_000;

function read(file: string) {
  return readFileSync(join(site, file), "utf8");
}

const description: {
  components: { schemas: Record<string, { properties?: Record<string, object> }> };
} = JSON.parse(read("v1/openapi.json"));

describe("the reference", () => {
  it("lists every operation, those beyond the contract apart", () => {
    const html = read("docs.html");
    for (const [id, { path }] of OPERATION_ENTRIES) {
      expect(html).toContain(`href="docs/${id}"`);
      expect(wordsOf(html)).toContain(path);
    }
    const groups = [...html.matchAll(/<h2 id="(\w+)"/g)].map(([, id]) => id);
    expect(groups).toEqual(["start", "calls", "files"]);
    expect(wordsOf(html)).toMatch(/ \/lists\/changes.json [^/]* 5\d\d KB /);
  });

  it.each(OPERATION_ENTRIES)("reports everything about %s", (id, operation) => {
    const html = read(`docs/${id}.html`);
    const words = wordsOf(html);
    expect(words).toContain(operation.path);
    for (const name of [...pathParameters(operation.path), ...(operation.query ?? [])])
      expect(html).toMatch(new RegExp(`<(input|select)[^>]* name="${name}"`));
    expect(words.includes("Beyond the contract")).toBe(operation.tag === "Extras");
    expect(words.includes("This call is counted")).toBe(operation.access === "limited");
    expect(html.includes('type="password"')).toBe(operation.access === "limited");
    const shape = operation.answer?.meta()?.id;
    if (shape !== undefined) expect(html).toContain(`id="shape-${shape}"`);
  });

  it("says what every field of every answer means", () => {
    const pages = OPERATION_ENTRIES.map(([id]) => read(`docs/${id}.html`)).join("");
    const silent = [
      ...pages.matchAll(/<dt>((?:(?!<dt>)[\s\S])*?)<\/code>(?:(?!<dt>)[\s\S])*<dd><\/dd>/g),
    ];
    expect(silent.map(([, field]) => field)).toEqual([]);
    for (const [name, { properties }] of Object.entries(description.components.schemas)) {
      if (properties === undefined || ["Problem", "Suggestion"].includes(name)) continue;
      const [, shape = ""] = pages.split(`id="shape-${name}"`);
      for (const field of Object.keys(properties)) expect(shape).toContain(`${field}</code>`);
    }
  });

  it("shows what fields are in the example, those of inner shapes by their paths", () => {
    const words = wordsOf(read("docs/getHero.html"));
    expect(words).toMatch(/ health\. ?standard integer "?\d+"? Ordinary health\. /);
    expect(words).toMatch(/ abilities\[\]\. ?cooldown number or null \d+ Seconds/);
  });

  it("has the code of every operation in every language", () => {
    for (const [id, { type }] of OPERATION_ENTRIES) {
      const code = /<h2 id="code">.*?<h2 id="run">/s.exec(read(`docs/${id}.html`))?.[0] ?? "";
      const languages = tabsOf(code).map(({ label }) => label);
      const all = type === undefined ? ["curl", "JavaScript", "Python"] : ["curl"];
      expect([id, ...languages]).toEqual([id, ...all]);
    }
  });

  it("weighs at most 40 KB with everything that a page loads", () => {
    for (const [id] of OPERATION_ENTRIES) {
      const html = read(`docs/${id}.html`);
      const loaded = [...html.matchAll(/(?:script src|stylesheet" href)="\.\.\/([^"]+)"/g)];
      expect(loaded.length).toBeGreaterThan(3);
      const files = [`docs/${id}.html`, ...loaded.map(([, file = ""]) => file)];
      const bytes = files.reduce((sum, file) => sum + statSync(join(site, `${file}.br`)).size, 0);
      expect([id, bytes > MOST_BYTES]).toEqual([id, false]);
    }
  });

  it("says where keys are issued, where the deployment does", () => {
    const address = "https://example.org/settings/keys?from=docs";
    const pages = filesAdded((own) => {
      const text = read("v1/openapi.json");
      own.addDocument("/v1/openapi.json", () => ({ text, value: JSON.parse(text) }));
      addDocs(own, { ...FRAME, keySettings: address, withoutKey: "9 requests in 5 seconds" });
    });
    const page = pages.find(({ path }) => path === "/docs/getHero");
    expect(page?.text).toContain(
      `9 requests in 5 seconds work without a key. <a href="${address}">Get a key</a>`,
    );
    for (const file of ["index", "docs", "docs/getHero", "guides/keys-and-tokens"])
      expect(read(`${file}.html`)).toContain(
        "60 requests a minute work without a key. Only the operator of this site can issue one",
      );
  });
});
