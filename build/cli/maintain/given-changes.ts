import * as z from "zod";
import { type RecordedChange, RecordedChangeSchema } from "../../core/schema/patch.ts";
import { TargetSchema } from "../../core/schema/target.ts";
import { formatPath } from "../../generator/data/issue.ts";
import { explain } from "../../generator/data/schema-issues.ts";
import { resolveTarget } from "../../generator/history/resolve-target.ts";
import { InputError } from "../terminal/terminal.ts";

const RecordedChangesSchema = z.array(RecordedChangeSchema);

/** Parses changes as a patch's file writes them. Throws `InputError` with a line per fault. */
export function parseChanges(list: unknown): RecordedChange[] {
  const parsed = RecordedChangesSchema.safeParse(list);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const { path, message } = explain(issue, RecordedChangesSchema, list);
      return `--changes: ${formatPath(path)}: ${message}`;
    });
    throw new InputError(lines.join("\n"));
  }
  for (const { target } of parsed.data) mustBeUnmodelled("--changes", target);
  return parsed.data;
}

/**
 * Parses `TARGET=FROM:TO`, where a side may be left out. Values are JSON, else plain text. Throws
 * `InputError`.
 */
export function parseChange(text: string): RecordedChange {
  const expected =
    "expected TARGET=FROM:TO, such as heroes/ana/abilities/biotic-rifle/damage=75:80; a new " +
    "value is TARGET=:TO";
  const [, target = "", values = ""] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (!TargetSchema.safeParse(target).success)
    throw new InputError(`--change: "${text}" has no target; ${expected}`);
  mustBeUnmodelled("--change", target);
  const sides = splitSides(values);
  if (sides === undefined)
    throw new InputError(`--change: "${text}" has no old and new value; ${expected}`);
  const [from, to] = sides;
  return {
    target,
    ...(from === "" ? {} : { from: parseValue(from) }),
    ...(to === "" ? {} : { to: parseValue(to) }),
  };
}

function mustBeUnmodelled(option: string, target: string): void {
  if (resolveTarget(target).kind === "unmodelled") return;
  throw new InputError(
    `${option}: ${target} is a value of the data files; edit it there; record finds the change`,
  );
}

/** Splits at the colon that has JSON on both sides. Default: the first colon. */
function splitSides(values: string): [string, string] | undefined {
  const colons = [...values.matchAll(/:/g)].map(({ index }) => index);
  const isValue = (text: string) =>
    text === "" || typeof parseValue(text) !== "string" || text.startsWith('"');
  const at =
    colons.find((index) => isValue(values.slice(0, index)) && isValue(values.slice(index + 1))) ??
    colons[0];
  if (at === undefined || values === ":") return undefined;
  return [values.slice(0, at), values.slice(at + 1)];
}

/** The value of JSON. Default: the text itself. */
export function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
