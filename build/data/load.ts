import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { type AnyNode, parse } from "@humanwhocodes/momoa";
import fg from "fast-glob";
import type * as z from "zod";
import {
  type CorrectionsFile,
  CorrectionsFileSchema,
  type GameFile,
  GameFileSchema,
  type GapsFile,
  GapsFileSchema,
} from "../schema/game.ts";
import { type HeroFile, HeroFileSchema } from "../schema/hero.ts";
import { type MapFile, MapFileSchema } from "../schema/map.ts";
import { type ModesFile, ModesFileSchema } from "../schema/mode.ts";
import { type PatchFile, PatchFileSchema } from "../schema/patch.ts";
import { type RolesFile, RolesFileSchema } from "../schema/role.ts";
import { nearest } from "../spelling/nearest.ts";
import type { Issue } from "./issue.ts";
import { explain } from "./schema-issues.ts";

/** A value and the file it came from, so that a check can say where. */
export type Sourced<T> = { file: string; value: T };

/** The data folder as far as it could be read. */
export type LoadedData = {
  game: Sourced<GameFile> | undefined;
  roles: Sourced<RolesFile> | undefined;
  modes: Sourced<ModesFile> | undefined;
  gaps: Sourced<GapsFile> | undefined;
  corrections: Sourced<CorrectionsFile> | undefined;
  heroes: Sourced<HeroFile>[];
  maps: Sourced<MapFile>[];
  patches: Sourced<PatchFile>[];
  /** Targets (`heroes/ana`, `roles`, ...) whose file is already reported as broken; checks across files pass them over. */
  unreadable: Set<string>;
};

const SINGLE_FILES = ["game.json", "roles.json", "modes.json", "gaps.json", "corrections.json"];
const FOLDERS = ["heroes", "maps", "patches"];

/** Reads every file of the data folder in a stable order. What does not parse, or has the wrong shape, becomes issues. */
export function loadData(dir: string): {
  data: LoadedData;
  issues: Issue[];
  texts: Map<string, string>;
} {
  const issues: Issue[] = [];
  const texts = new Map<string, string>();
  const data: LoadedData = {
    game: undefined,
    roles: undefined,
    modes: undefined,
    gaps: undefined,
    corrections: undefined,
    heroes: [],
    maps: [],
    patches: [],
    unreadable: new Set(),
  };

  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) {
    issues.push({
      code: "no-data",
      file: dir,
      path: [],
      message: "no such folder; --data names the folder of the data",
    });
    return { data, issues, texts };
  }
  const files = fg.sync("**/*.json", { cwd: dir, dot: true, ignore: ["schemas/**"] }).sort();

  for (const required of SINGLE_FILES) {
    if (files.includes(required)) continue;
    issues.push({
      code: "missing-file",
      file: required,
      path: [],
      message: "the file is missing; every data folder has one",
    });
    data.unreadable.add(basename(required, ".json"));
  }

  for (const file of files) {
    const read = <T>(schema: z.ZodType<T>): Sourced<T> | undefined => {
      const value = loadFile(dir, file, schema, issues, texts);
      if (value === undefined) data.unreadable.add(file.slice(0, -".json".length));
      return value === undefined ? undefined : { file, value };
    };
    const [folder, name] = file.split("/");
    if (file === "game.json") data.game = read(GameFileSchema);
    else if (file === "roles.json") data.roles = read(RolesFileSchema);
    else if (file === "modes.json") data.modes = read(ModesFileSchema);
    else if (file === "gaps.json") data.gaps = read(GapsFileSchema);
    else if (file === "corrections.json") data.corrections = read(CorrectionsFileSchema);
    else if (folder === "heroes" && name && file.split("/").length === 2)
      pushIfRead(data.heroes, read(HeroFileSchema));
    else if (folder === "maps" && name && file.split("/").length === 2)
      pushIfRead(data.maps, read(MapFileSchema));
    else if (folder === "patches" && name && file.split("/").length === 2)
      pushIfRead(data.patches, read(PatchFileSchema));
    else issues.push(strayFile(file));
  }
  return { data, issues, texts };
}

function pushIfRead<T>(list: T[], item: T | undefined): void {
  if (item !== undefined) list.push(item);
}

function strayFile(file: string): Issue {
  const [folder = "", ...rest] = file.split("/");
  const known = rest.length > 0 ? FOLDERS : SINGLE_FILES;
  const [near] = nearest(folder, known);
  const hint = near === undefined ? "" : `; did you mean ${[near, ...rest].join("/")}?`;
  return {
    code: "stray-file",
    file,
    path: [],
    message: `nothing reads a file of this name; expected ${SINGLE_FILES.join(", ")}, or <id>.json in ${FOLDERS.join(", ")}${hint}`,
  };
}

function loadFile<T>(
  dir: string,
  file: string,
  schema: z.ZodType<T>,
  issues: Issue[],
  texts: Map<string, string>,
): T | undefined {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      readFileSync(join(dir, file)),
    );
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    issues.push({
      code: "not-utf8",
      file,
      path: [],
      message: "the file is not UTF-8; save it as UTF-8 without a byte order mark",
    });
    return undefined;
  }
  if (text.startsWith("\uFEFF")) {
    const message = "the file begins with a byte order mark; save it as UTF-8 without one";
    issues.push({ code: "not-utf8", file, path: [], message });
    return undefined;
  }
  texts.set(file, text);

  const before = issues.length;
  const value = parseJson(text, file, issues);
  if (issues.length > before) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) issues.push({ file, ...explain(issue, schema, value) });
  return undefined;
}

/** JSON of RFC 8259, and no key twice in one object. */
function parseJson(text: string, file: string, issues: Issue[]): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
    if (text === `${JSON.stringify(value, null, 2)}\n`) return value; // as our own tools write it: no key can be there twice
    reportRepeatedKeys(parse(text).body, [], file, issues);
  } catch {
    issues.push(syntaxIssue(text, file));
  }
  return value;
}

function syntaxIssue(text: string, file: string): Issue {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof Error && "line" in error && "column" in error) {
      const position = { line: Number(error.line), column: Number(error.column) };
      return {
        code: "json-syntax",
        file,
        path: [],
        position,
        message: `no valid JSON: ${inPlainWords(error.message)}`,
      };
    }
    throw error;
  }
  const message =
    "no valid JSON: a text holds a line break or another control character; write \\n instead";
  return { code: "json-syntax", file, path: [], message };
}

const TOKENS: Record<string, string> = {
  LBrace: "{",
  RBrace: "}",
  LBracket: "[",
  RBracket: "]",
  Comma: "a comma",
  Colon: "a colon",
  String: "a text",
  Number: "a number",
  Boolean: "true or false",
  Null: "null",
};

/** The parser's message without its position and with the characters instead of its own names for them. */
function inPlainWords(message: string): string {
  const [, token] = /^Unexpected token (\w+) found/.exec(message) ?? [];
  if (token !== undefined)
    return `${TOKENS[token] ?? token} stands where it cannot; a comma, colon or bracket before it is missing or too many`;
  return message.replace(/\.?\s*\(\d+:\d+\)$/, "").replace("Unexpected", "unexpected");
}

function reportRepeatedKeys(
  node: AnyNode,
  path: (string | number)[],
  file: string,
  issues: Issue[],
): void {
  if (node.type === "Object") {
    const seen = new Set<string>();
    for (const { name, value } of node.members) {
      const key = name.type === "String" ? name.value : name.name;
      if (seen.has(key)) {
        const message = `"${key}" stands twice in one object; keep one of the two`;
        issues.push({ code: "repeated-key", file, path: [...path, key], message });
      }
      seen.add(key);
      reportRepeatedKeys(value, [...path, key], file, issues);
    }
  } else if (node.type === "Array") {
    for (const [at, element] of node.elements.entries())
      reportRepeatedKeys(element.value, [...path, at], file, issues);
  }
}
