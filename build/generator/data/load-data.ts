import { isUtf8 } from "node:buffer";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type AnyNode, parse } from "@humanwhocodes/momoa";
import fg from "fast-glob";
import type * as z from "zod";
import {
  COLLECTION_NAMES,
  type CollectionName,
  type DataLists,
} from "../../core/schema/collections.ts";
import { FOLDERS, OPTIONAL_FILES, SINGLE_FILES } from "../../core/schema/data-files.ts";
import { nearest } from "../../core/spelling/lookup.ts";
import type { Issue } from "./issue.ts";
import { explain } from "./schema-issues.ts";

/** The largest data file that is read. A larger one would not fit into memory when it is parsed. */
const MAX_DATA_FILE_BYTES = 20_000_000;

/** A value and the file it is from, so that a check can say where. */
export type Sourced<T> = { file: string; value: T };

type Single = keyof typeof SINGLE_FILES;
type Folder = keyof typeof FOLDERS;

/** The data folder as far as it could be read. */
export type LoadedData = {
  [Name in Single]: Sourced<z.output<(typeof SINGLE_FILES)[Name]>> | undefined;
} & { [Name in Folder]: Sourced<z.output<(typeof FOLDERS)[Name]>>[] } & {
  /** Targets (`heroes/ana`, `roles`, ...) whose file is already reported as broken. */
  unreadable: Set<string>;
};

/** What was read of a data folder; `texts` holds the files as read, for line numbers. */
type Loading = { data: LoadedData; issues: Issue[]; texts: Map<string, string> };

/** The values of files without an issue, by name, with their texts. */
export type ParsedFiles = Map<string, { text: string; value: unknown }>;

/**
 * Reads every file of the data folder in a stable order. What does not parse, or has the wrong
 * shape, becomes issues. Files whose text is in `parsed` are not parsed again.
 */
export function loadData(dir: string, parsed: ParsedFiles = new Map()): Loading {
  const loading: Loading = { data: noData(), issues: [], texts: new Map() };
  // Any other folder may hold thousands of files, so none of them is read.
  if (!["game.json", "roles.json"].some((file) => existsSync(join(dir, file)))) {
    const isFolder = statSync(dir, { throwIfNoEntry: false })?.isDirectory();
    const message = isFolder
      ? describeNoDataFolder(dir)
      : "no such folder; pass the data folder with --data";
    loading.issues.push({ code: "no-data", file: dir, path: [], message });
    return loading;
  }
  const files = fg.sync("**/*.json", {
    cwd: dir,
    dot: true,
    ignore: ["schemas/**"],
    onlyFiles: false, // what is not a file is named
    followSymbolicLinks: false,
  });
  files.sort();
  reportMissing(files, loading);
  for (const file of files) loadInto(loading, parsed, dir, file);
  return loading;
}

/** The message for a folder that is not a data folder. */
export function describeNoDataFolder(dir: string): string {
  const inside = join(dir, "gamedata");
  const hint = existsSync(join(inside, "game.json")) ? ` Did you mean ${inside}?` : "";
  return `no game.json found: this is not a data folder. Pass its path with --data.${hint}`;
}

function noData(): LoadedData {
  const singles = Object.keys(SINGLE_FILES).map((name) => [name, undefined]);
  const folders = Object.keys(FOLDERS).map((name) => [name, []]);
  return { ...Object.fromEntries([...singles, ...folders]), unreadable: new Set() };
}

function reportMissing(files: readonly string[], { data, issues }: Loading): void {
  for (const name of Object.keys(SINGLE_FILES)) {
    const file = `${name}.json`;
    if (files.includes(file) || OPTIONAL_FILES.has(name)) continue;
    const message = "the file is missing; every data folder must contain it";
    issues.push({ code: "missing-file", file, path: [], message });
    data.unreadable.add(name);
  }
}

/** Reads one file into the data, or reports what is wrong with it. */
function loadInto(loading: Loading, parsed: ParsedFiles, dir: string, file: string): void {
  const { data, issues } = loading;
  const target = file.slice(0, -".json".length);
  const schema = schemaOf(file);
  if (schema === undefined) {
    issues.push(strayFile(file));
    return;
  }
  const value = loadFile(dir, file, schema, loading, parsed);
  if (value === undefined) {
    data.unreadable.add(target);
    return;
  }
  const [first = ""] = target.split("/");
  const list: unknown = Reflect.get(data, first);
  if (Array.isArray(list)) list.push({ file, value });
  else Reflect.set(data, first, { file, value });
}

/** The schema of a data file; undefined where the data has no file of this name. */
export function schemaOf(file: string): z.ZodType | undefined {
  const [first = "", second, ...more] = file.slice(0, -".json".length).split("/");
  const schemas: Record<string, z.ZodType> = second === undefined ? SINGLE_FILES : FOLDERS;
  return more.length === 0 && Object.hasOwn(schemas, first) ? schemas[first] : undefined;
}

function strayFile(file: string): Issue {
  const singles = Object.keys(SINGLE_FILES).map((name) => `${name}.json`);
  const folders = Object.keys(FOLDERS);
  const [first = "", ...rest] = file.split("/");
  const [near] = nearest(first, rest.length > 0 ? folders : singles);
  const hint = near === undefined ? "" : `; did you mean ${[near, ...rest].join("/")}?`;
  const expected = `${singles.join(", ")}, or <id>.json in ${folders.join(", ")}`;
  const message = `unknown file name; expected ${expected}${hint}`;
  return { code: "stray-file", file, path: [], message };
}

function loadFile<T>(
  dir: string,
  file: string,
  schema: z.ZodType<T>,
  { issues, texts }: Loading,
  parsedFiles: ParsedFiles,
): T | undefined {
  const refuse = (code: string, message: string) =>
    void issues.push({ code, file, path: [], message });
  const stat = statSync(join(dir, file), { throwIfNoEntry: false });
  if (!stat?.isFile())
    return refuse("not-a-file", "is not a regular file or a link to one; remove it");
  if (stat.size > MAX_DATA_FILE_BYTES)
    return refuse(
      "too-large",
      `the file is larger than ${MAX_DATA_FILE_BYTES / 1e6} MB; shorten it`,
    );
  const bytes = readFileSync(join(dir, file));
  const text = bytes.toString();
  if (!isUtf8(bytes))
    return refuse("not-utf8", "the file is not UTF-8; save it as UTF-8 without a byte order mark");
  if (text.startsWith("\uFEFF"))
    return refuse(
      "not-utf8",
      "the file begins with a byte order mark; save it as UTF-8 without one",
    );
  texts.set(file, text);
  const known = parsedFiles.get(file);
  if (known?.text === text) return known.value as T;
  const value = parseData(text, file, schema, issues);
  if (issues.at(-1)?.code === "too-deep") texts.delete(file); // line numbers need a parse too
  if (value !== undefined) parsedFiles.set(file, { text, value });
  return value;
}

/** The value of a text in the form of a schema; undefined where there are issues. */
export function parseData<T>(
  text: string,
  file: string,
  schema: z.ZodType<T>,
  issues: Issue[],
): T | undefined {
  const before = issues.length;
  const value = parseJson(text, file, issues);
  if (issues.length > before) return undefined;
  const { data, error } = schema.safeParse(value);
  for (const issue of error?.issues ?? []) issues.push({ file, ...explain(issue, schema, value) });
  return data;
}

/** What no feed can hold, and a terminal obeys. */
const UNPRINTABLE = /[\p{Cc}\uFFFE\uFFFF]/u;

/** Where a text may hold that, or a key that is none. */
const SUSPECT = /[\x7f-\x9f\uFFFE\uFFFF]|\\[bfnrtu]|"__proto__"/;

/** Parses JSON (RFC 8259), and reports what the parser accepts and the data does not. */
function parseJson(text: string, file: string, issues: Issue[]): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
    // Our own tools write it so. Then no key appears twice, and every number is written as it is.
    if (text === `${JSON.stringify(value, null, 2)}\n` && !SUSPECT.test(text)) return value;
    reportOddities(parse(text).body, [], text, (code, path, message) =>
      issues.push({ code, file, path, message }),
    );
  } catch (error) {
    if (error instanceof RangeError) issues.push(nestingIssue(file));
    else issues.push(syntaxIssue(text, file));
  }
  return value;
}

function syntaxIssue(text: string, file: string): Issue {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof Error && "line" in error && "column" in error && "offset" in error) {
      const position = { line: Number(error.line), column: Number(error.column) };
      const rest = text.slice(Number(error.offset));
      const message = `not valid JSON: ${describeSyntaxError(error.message, rest)}`;
      return { code: "json-syntax", file, path: [], position, message };
    }
    if (error instanceof RangeError) return nestingIssue(file);
    throw error;
  }
  const message =
    "not valid JSON: a text holds a line break or another control character; remove it";
  return { code: "json-syntax", file, path: [], message };
}

/** The parser calls itself for each level, until the stack is full. */
function nestingIssue(file: string): Issue {
  const message = "objects and lists are nested too deeply; a data file needs at most 20 levels";
  return { code: "too-deep", file, path: [], message };
}

/** The parser's message without the position, and with what is there instead of a token's name. */
function describeSyntaxError(message: string, rest: string): string {
  const [found = ""] = /^("[^"\n]*"|\w+|.)/.exec(rest) ?? [];
  if (message.startsWith("Unexpected token"))
    return `${found} is not allowed here; a comma, colon or bracket before it is missing or extra`;
  return message.replace(/\.?\s*\(\d+:\d+\)$/, "").replace("Unexpected", "unexpected");
}

function reportOddities(
  node: AnyNode,
  path: (string | number)[],
  text: string,
  report: (code: string, path: Issue["path"], message: string) => void,
): void {
  if (node.type === "Object") {
    const seen = new Set<string>();
    for (const { name, value } of node.members) {
      const key = name.type === "String" ? name.value : name.name;
      const own = [...path, key];
      if (seen.has(key))
        report("repeated-key", own, `"${key}" appears twice in one object; keep one of the two`);
      if (key === "__proto__") report("unknown-key", own, `"${key}" cannot be a key; remove it`);
      seen.add(key);
      reportOddities(value, own, text, report);
    }
  } else if (node.type === "Array") {
    for (const [at, element] of node.elements.entries())
      reportOddities(element.value, [...path, at], text, report);
  } else if (node.type === "String" && UNPRINTABLE.test(node.value)) {
    report("control-character", path, "a text holds a control character; remove it");
  } else if (
    node.type === "Number" &&
    (Object.is(node.value, -0) || !Number.isFinite(node.value))
  ) {
    const { start, end } = node.loc;
    const written = text.slice(start.offset, end.offset);
    report("odd-number", path, `${written} is a number that cannot be stored; write another one`);
  }
}

/** A thing of a collection, and where it is in the data. */
type LoadedThing = { file: string; path: Issue["path"]; value: { id: string } };

/** The things of a collection that could be read, from its folder or its one file. */
export function thingsOf(data: LoadedData, name: CollectionName): LoadedThing[] {
  const loaded = data[name];
  if (loaded === undefined) return [];
  if (Array.isArray(loaded)) return loaded.map(({ file, value }) => ({ file, path: [], value }));
  const list: { id: string }[] = Reflect.get(loaded.value, name);
  return list.map((value, at) => ({ file: loaded.file, path: [name, at], value }));
}

/** The `id` of a value; undefined where it has none. */
export function idOf(value: unknown): string | undefined {
  const id: unknown =
    typeof value === "object" && value !== null ? Reflect.get(value, "id") : undefined;
  return typeof id === "string" ? id : undefined;
}

/** The values of each collection's things. */
export function listsOf(data: LoadedData): DataLists {
  return Object.fromEntries(
    COLLECTION_NAMES.map((name) => [name, thingsOf(data, name).map(({ value }) => value)]),
  ) as DataLists;
}

/** The things of all collections, each with its target, such as `heroes/ana`. */
export function allThings(data: LoadedData): (LoadedThing & { target: string })[] {
  return COLLECTION_NAMES.flatMap((name) =>
    thingsOf(data, name).map((thing) => ({ ...thing, target: `${name}/${thing.value.id}` })),
  );
}
