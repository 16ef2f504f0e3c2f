import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { PACKAGE_ROOT } from "../build/core/package.ts";

/**
 * The files of pages that read a text by a pattern, and what it is. It is never what an editor
 * wrote: that is a field of a document.
 */
const READ_BY_PATTERN: Readonly<Record<string, string>> = {
  "docs/docs.tsx": "paths of files",
  "docs/shapes.tsx": "paths of fields",
  "explorer/browser/answers.tsx": "paths of pages, and words of the reader's query",
  "explorer/browser/data.ts": "the day that a reader asks for",
  "explorer/browser/find.ts": "words of the reader's query, in any script",
  "explorer/browser/load.ts": "addresses",
  "explorer/browser/run.tsx": "paths of operations",
  "explorer/browser/site.ts": "the query of an address",
  "explorer/browser/values.tsx": "names of fields",
  "explorer/explorer.ts": "paths of pages",
  "explorer/format.ts": "addresses of sources",
  "explorer/parts/code.tsx": "keys of JSON",
  "explorer/parts/emblem.tsx": "ids in a picture",
  "feeds/feeds.ts": "a UUID",
  "guides.tsx": "Markdown",
  "layout.tsx": "paths of pages",
  "markdown.ts": "Markdown",
};

/** What the linter and the formatter cannot say. */
describe("the code", () => {
  it("has no comment of more than 100 columns that could be broken", () => {
    const files = fg.sync(["{build,proxy,test}/**/*.{ts,tsx,mjs}", "*.{ts,mjs}"], {
      cwd: PACKAGE_ROOT,
      ignore: ["**/node_modules/**", "test/clients/{generated,programs}/**"],
    });
    expect(files.length).toBeGreaterThan(500);
    const long = files.flatMap((file) =>
      readFileSync(join(PACKAGE_ROOT, file), "utf8")
        .split("\n")
        .filter((line) => line.length > 100 && /^ *(\/\/|\/?\*) .{40,} /.test(line))
        .map((line) => `${file}: ${line}`),
    );
    expect(long).toEqual([]);
  });

  it.each([
    ["build", 0],
    ["proxy", 12],
  ])("has in %s at most %i files beside its folders", (folder, most) => {
    const entries = readdirSync(join(PACKAGE_ROOT, folder), { withFileTypes: true });
    expect(entries.filter((entry) => entry.isDirectory()).length).toBeGreaterThan(3);
    expect(entries.filter((entry) => entry.isFile()).length).toBeLessThanOrEqual(most);
  });

  it("reads no prose in pages: each pattern is of paths, ids, addresses, queries or Markdown", () => {
    const folder = join(PACKAGE_ROOT, "build/generator/pages");
    const files = fg.sync("**/*.{ts,tsx}", { cwd: folder }).filter((file) => {
      const text = readFileSync(join(folder, file), "utf8");
      return hasPattern(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
    });
    expect(files.toSorted()).toEqual(Object.keys(READ_BY_PATTERN).toSorted());
  });
});

function hasPattern(node: ts.Node): boolean {
  return (
    ts.isRegularExpressionLiteral(node) ||
    (ts.isIdentifier(node) && node.text === "RegExp") ||
    ts.forEachChild(node, hasPattern) === true
  );
}
