import { parse } from "@humanwhocodes/momoa";
import { grouped } from "../../core/grouped.ts";

/**
 * One thing that is wrong with the data: where it is, what is wrong, what was expected, and
 * what to do.
 */
export type Issue = {
  /** Stable name of the rule, for machines. */
  code: string;
  /** Path of the file below the data folder. */
  file: string;
  /** Keys and indexes from the file's root to the value; empty for the file itself. */
  path: readonly (string | number)[];
  message: string;
  /** Set where the text does not parse, so that there is no path. */
  position?: Position;
  /** The common fault of several issues, such as a hero who is gone. They are reported as one. */
  cause?: string;
  /** The target whose record does not join, or that is no longer there. */
  about?: string;
};

type Position = { line: number; column: number };

/** A value that may be right, but looks like a typing error. */
export type Unusual = Pick<Issue, "file" | "path" | "message"> & {
  /**
   * What an exception names: `heroes/ana/abilities/sleep-dart/cooldown`. Absent where no exception
   * can explain it.
   */
  target?: string;
};

/** A value and everything inside it, each with its path. */
export function* valuesIn(
  value: unknown,
  path: Issue["path"] = [],
): Generator<{ value: unknown; path: Issue["path"] }> {
  yield { value, path };
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value))
    yield* valuesIn(inner, [...path, Array.isArray(value) ? Number(key) : key]);
}

/** `changes[3].to`, as it is written in JavaScript; empty for the file itself. */
export function formatPath(path: Issue["path"]): string {
  let text = "";
  for (const key of path) {
    if (typeof key === "number") text += `[${key}]`;
    else if (/^[A-Za-z_$][\w$]*$/.test(key)) text += text === "" ? key : `.${key}`;
    else text += `[${JSON.stringify(key)}]`;
  }
  return text;
}

/** All issues as JSON, with line and column where they can be found. */
export function reportIssues(
  issues: readonly Issue[],
  textOf: (file: string) => string | undefined,
): (Record<"code" | "file" | "path" | "message", string> & Partial<Position>)[] {
  const locators = new Map<string, ReturnType<typeof createLocator>>();
  return issues.map(({ code, file, path, message, position }) => {
    const locate = locators.get(file) ?? createLocator(textOf(file));
    locators.set(file, locate);
    return { code, file, path: formatPath(path), ...(position ?? locate(path)), message };
  });
}

/** How many issues are printed. The others are only counted. */
const MOST_PRINTED = 200;

/**
 * All issues as lines for a person, grouped by file; `textOf` gives a file's text, to find line and
 * column.
 */
export function formatIssues(
  issues: readonly Issue[],
  textOf: (file: string) => string | undefined,
): string {
  const merged = mergeByCause(issues);
  const reported = reportIssues(merged.slice(0, MOST_PRINTED), textOf);
  const files = [...new Set(reported.map(({ file }) => file))].sort();
  const more = merged.length - reported.length;
  return files
    .map((name) => {
      const lines = reported.flatMap(({ file, line, column, path, message, code }) => {
        if (file !== name) return [];
        const place = [line === undefined ? "" : `${line}:${column}`, path, message];
        return [`  ${place.filter((part) => part !== "").join("  ")}  (${code})\n`];
      });
      return `${name}\n${lines.join("")}`;
    })
    .concat(more > 0 ? `and ${more} more\n` : [])
    .join("\n");
}

/** Leaves one issue of each cause. Its message says in how many more places the cause is found. */
export function mergeByCause(issues: readonly Issue[]): Issue[] {
  const keyOf = (issue: Issue) => (issue.cause ? `${issue.code} ${issue.cause}` : issue);
  const groups = grouped(issues.map((issue) => [keyOf(issue), issue]));
  return [...groups.values()].flatMap(([first, ...more]) => {
    if (first === undefined || more.length === 0) return first ?? [];
    const places = more.length === 1 ? "place" : "places";
    return [{ ...first, message: `${first.message}; and in ${more.length} more ${places}` }];
  });
}

/**
 * Finds line and column of the value at a path of a text. Where there is no such value, it finds
 * the nearest one around it. The text is parsed once for all its issues.
 */
function createLocator(text: string | undefined): (path: Issue["path"]) => Position | undefined {
  let body: ReturnType<typeof parse>["body"] | undefined;
  return (path) => {
    if (text === undefined || path.length === 0) return undefined;
    try {
      body ??= parse(text).body;
      return locate(body, path);
    } catch {
      return undefined; // the text does not parse, which is an issue of its own
    }
  };
}

function locate(body: ReturnType<typeof parse>["body"], path: Issue["path"]): Position {
  let node = body;
  let at: Position = node.loc.start;
  for (const key of path) {
    if (node.type === "Object") {
      const member = node.members.find(({ name }) => name.type === "String" && name.value === key);
      if (member === undefined) break;
      at = member.loc.start;
      node = member.value;
    } else if (node.type === "Array") {
      const element = typeof key === "number" ? node.elements[key] : undefined;
      if (element === undefined) break;
      at = element.loc.start;
      node = element.value;
    } else break;
  }
  return { line: at.line, column: at.column };
}

/** A value in a message: as JSON, cut at a length, or `nothing`. */
export function shown(value: unknown, maxLength = 160): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > maxLength ? `${text.slice(0, maxLength - 3)}...` : text;
}
