import type * as z from "zod";
import { childSchema, isNullable, keysOf } from "../../core/schema/inspect-schema.ts";
import { nearest } from "../../core/spelling/nearest.ts";
import type { Issue } from "./issue.ts";

/**
 * Says what a schema found wrong with a value: what is there, what was expected, and the likely
 * fix.
 */
export function explain(
  issue: z.core.$ZodIssue,
  schema: z.core.$ZodType,
  value: unknown,
): Pick<Issue, "code" | "path" | "message"> {
  const path = issue.path.filter((key) => typeof key !== "symbol");
  const found = path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined,
    value,
  );
  switch (issue.code) {
    case "unrecognized_keys": {
      const at = schemaAt(schema, path);
      const known = at === undefined ? [] : keysOf(at);
      const [key = ""] = issue.keys;
      const message = issue.keys.map((name) => unknownKey(name, known)).join("; ");
      return { code: "unknown-key", path: [...path, key], message };
    }
    case "invalid_type":
      if (found === undefined)
        return {
          code: "missing-key",
          path,
          message: `missing; expected ${expected(issue.expected, schema, path)}`,
        };
      return {
        code: "wrong-type",
        path,
        message:
          `${show(found)} is ${typeName(found)}; expected ` +
          `${expected(issue.expected, schema, path)}`,
      };
    case "invalid_value": {
      const [near] = nearest(String(found), issue.values.map(String));
      const hint = near === undefined ? "" : `; did you mean "${near}"?`;
      if (found === undefined)
        return {
          code: "missing-key",
          path,
          message: `missing; expected one of ${issue.values.join(", ")}`,
        };
      return {
        code: "wrong-value",
        path,
        message: `${show(found)} is not one of ${issue.values.join(", ")}${hint}`,
      };
    }
    case "invalid_format":
      return { code: "wrong-format", path, message: `${show(found)}; expected ${issue.message}` };
    case "too_small":
      if (issue.origin === "array")
        return { code: "too-few", path, message: `expected at least ${issue.minimum} here` };
      return {
        code: "out-of-range",
        path,
        message:
          `${show(found)}; expected ${issue.inclusive ? "at least" : "more than"} ` +
          `${issue.minimum}`,
      };
    default:
      return { code: "wrong-value", path, message: `${show(found)}: ${issue.message}` };
  }
}

/** The schema of the value at a path. */
function schemaAt(schema: z.core.$ZodType, path: Issue["path"]): z.core.$ZodType | undefined {
  return path.reduce<z.core.$ZodType | undefined>(
    (inner, key) => inner && childSchema(inner, key),
    schema,
  );
}

/** `a number`, or `a number or null`. */
function expected(type: string, schema: z.core.$ZodType, path: Issue["path"]): string {
  const at = schemaAt(schema, path);
  return `${withArticle(type)}${at !== undefined && isNullable(at) ? " or null" : ""}`;
}

function unknownKey(name: string, known: readonly string[]): string {
  const [near] = nearest(name, known);
  if (near !== undefined) return `unknown key "${name}"; did you mean "${near}"?`;
  if (name === "total") return `unknown key "total"; remove it, the sum is computed`;
  return `unknown key "${name}"; expected only ${known.join(", ")}`;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  return withArticle(Array.isArray(value) ? "array" : typeof value);
}

function withArticle(type: string): string {
  const name = type === "int" ? "whole number" : type === "record" ? "object" : type;
  return `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
}
