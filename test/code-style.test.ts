import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { PACKAGE_ROOT } from "../build/core/package.ts";

const MOST_LINES = 100;
const MOST_COLUMNS = 100;
/** A line without a space beyond this column cannot be broken: an address, a signature. */
const BREAKABLE_FROM = 40;

/** Made by programs: what is installed, and generated clients. */
const NOT_BY_HAND = ["**/node_modules/**", "test/clients/{generated,programs}/**"];

/** A file of the repository, with its path from there. */
type Source = { file: string; text: string };

function sourcesOf(patterns: string[]): Source[] {
  const files = fg.sync(patterns, { cwd: PACKAGE_ROOT, ignore: NOT_BY_HAND });
  return files.map((file) => ({ file, text: readFileSync(join(PACKAGE_ROOT, file), "utf8") }));
}

/** The nodes of a file that are of a kind, each with its first and its last line, from 1 on. */
function nodesOf({ file, text }: Source, isOfKind: (node: ts.Node) => boolean) {
  const source = ts.createSourceFile(file, text, {
    languageVersion: ts.ScriptTarget.ESNext,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone, // quicker
  });
  const lineAt = (place: number) => source.getLineAndCharacterOfPosition(place).line + 1;
  const found: { node: ts.Node; first: number; last: number }[] = [];
  const visit = (node: ts.Node): void => {
    if (isOfKind(node))
      found.push({ node, first: lineAt(node.getStart(source)), last: lineAt(node.end) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function longFunctions(source: Source): string[] {
  return nodesOf(source, ts.isFunctionLike)
    .map(({ first, last }) => ({ first, lines: last - first + 1 }))
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ first, lines }) => `${source.file}:${first} has ${lines} lines`);
}

function longLines(source: Source): string[] {
  const long = source.text
    .split("\n")
    .map((text, at) => ({ line: at + 1, columns: [...text].length, text }))
    .filter(({ columns, text }) => columns > MOST_COLUMNS && text.includes(" ", BREAKABLE_FROM));
  const whole = long.length === 0 || source.file.endsWith(".css") ? [] : unbreakable(source);
  return long
    .filter(({ line }) => !whole.some(({ first, last }) => first <= line && line <= last))
    .map(({ line, columns }) => `${source.file}:${line} has ${columns} columns`);
}

/** Regular expressions, and templates that span lines: these are texts in other languages. */
function unbreakable(source: Source) {
  const isTemplate = (node: ts.Node) =>
    ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node);
  return nodesOf(source, (node) => isTemplate(node) || ts.isRegularExpressionLiteral(node)).filter(
    ({ node, first, last }) => !isTemplate(node) || last > first,
  );
}

describe("the code", () => {
  it(`has no function of more than ${MOST_LINES} lines`, () => {
    const sources = sourcesOf(["{build,proxy,test/helpers}/**/*.{ts,tsx}"]);
    const long = sources.filter(({ text }) => text.split("\n").length > MOST_LINES);
    expect(long.length).toBeGreaterThan(100);
    expect(long.flatMap(longFunctions)).toEqual([]);
  });

  it(`has no line of more than ${MOST_COLUMNS} columns that could be broken`, () => {
    const sources = sourcesOf(["{build,proxy,test}/**/*.{ts,tsx,js,mjs,css}", "*.{ts,mjs}"]);
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.flatMap(longLines)).toEqual([]);
  });

  it.each([
    ["build", 0],
    ["proxy", 12],
  ])("has in %s at most %i files beside its folders", (folder, most) => {
    const entries = readdirSync(join(PACKAGE_ROOT, folder), { withFileTypes: true });
    expect(entries.filter((entry) => entry.isDirectory()).length).toBeGreaterThan(3);
    expect(entries.filter((entry) => entry.isFile()).length).toBeLessThanOrEqual(most);
  });
});
