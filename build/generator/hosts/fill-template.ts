import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../core/package.ts";

/** The configurations with placeholders, `<<NAME>>`. They come with the package. */
const TEMPLATES = join(PACKAGE_ROOT, "build/generator/hosts/templates");

/** Fills a configuration. A placeholder alone on its line becomes a line for each row. */
export function fillTemplate(file: string, values: Record<string, readonly string[]>): string {
  const rowsOf = (name: string) => {
    const rows = values[name];
    if (rows === undefined) throw new Error(`${file}: nothing fills <<${name}>>`);
    return rows;
  };
  return readFileSync(join(TEMPLATES, file), "utf8")
    .replace(/^([\t ]*)<<(\w+)>>\n/gm, (_, indent: string, name: string) =>
      rowsOf(name)
        .map((row) => `${indent}${row}\n`)
        .join(""),
    )
    .replace(/<<(\w+)>>/g, (_, name: string) => rowsOf(name).join(" "));
}

/** Text inside a JSON string, with escapes for what configurations read as variables or quotes. */
export function jsonText(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[$'`{}]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}

/** Escapes a text, so that a regular expression matches the text alone. */
export function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
