import { parse } from "@humanwhocodes/momoa";

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
  /** The target whose record does not join, where that is what is wrong. */
  unjoined?: string;
};

export type Position = { line: number; column: number };

/** A value that may be right, but looks like a typing error. */
export type Unusual = Pick<Issue, "file" | "path" | "message"> & {
  /** What an exception names: `heroes/ana/abilities/sleep-dart/cooldown`. */
  target: string;
};

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

/** An issue as JSON. */
export type IssueReport = {
  code: string;
  file: string;
  path: string;
  message: string;
} & Partial<Position>;

/** All issues as JSON, with line and column where they can be found. */
export function reportIssues(
  issues: readonly Issue[],
  textOf: (file: string) => string | undefined,
): IssueReport[] {
  const locators = new Map<string, ReturnType<typeof createLocator>>();
  return issues.map(({ code, file, path, message, position }) => {
    const locate = locators.get(file) ?? createLocator(textOf(file));
    locators.set(file, locate);
    return { code, file, path: formatPath(path), ...(position ?? locate(path)), message };
  });
}

/**
 * All issues as lines for a person, grouped by file; `textOf` gives a file's text, to find line and
 * column.
 */
export function formatIssues(
  issues: readonly Issue[],
  textOf: (file: string) => string | undefined,
): string {
  const reported = mergeByCause(issues);
  const files = [...new Set(reported.map((issue) => issue.file))].sort();
  return files
    .map((file) => {
      const locate = createLocator(textOf(file));
      const ofFile = reported.filter((issue) => issue.file === file);
      const lines = ofFile.map((issue) => {
        const at = issue.position ?? locate(issue.path);
        const place = [at && `${at.line}:${at.column}`, formatPath(issue.path)]
          .filter(Boolean)
          .join("  ");
        return `  ${place}${place && "  "}${issue.message}  (${issue.code})`;
      });
      return `${file}\n${lines.join("\n")}\n`;
    })
    .join("\n");
}

/** Leaves one issue of each cause. Its message says in how many more places the cause is found. */
export function mergeByCause(issues: readonly Issue[]): Issue[] {
  const causes = new Map<string, { first: Issue; count: number }>();
  for (const issue of issues) {
    if (issue.cause === undefined) continue;
    const known = causes.get(causeKey(issue));
    if (known === undefined) causes.set(causeKey(issue), { first: issue, count: 1 });
    else known.count += 1;
  }
  return issues.flatMap((issue) => {
    const cause = issue.cause === undefined ? undefined : causes.get(causeKey(issue));
    if (cause === undefined || cause.count === 1) return [issue];
    if (cause.first !== issue) return [];
    const more = cause.count - 1;
    const message = `${issue.message}; and in ${more} more ${more === 1 ? "place" : "places"}`;
    return [{ ...issue, message }];
  });
}

function causeKey({ code, cause }: Issue): string {
  return `${code} ${cause}`;
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
