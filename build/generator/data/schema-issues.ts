import type * as z from "zod";
import { childSchema, isNullable, keysOf } from "../../core/schema/inspect-schema.ts";
import { didYouMean } from "../../core/spelling/lookup.ts";
import { type Issue, shown } from "./issue.ts";

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
  const report = (code: string, message: string) => ({ code, path, message });
  switch (issue.code) {
    case "unrecognized_keys": {
      const at = schemaAt(schema, path);
      const known = at === undefined ? [] : keysOf(at);
      const [key = ""] = issue.keys;
      const message = issue.keys.map((name) => unknownKey(name, known)).join("; ");
      return { code: "unknown-key", path: [...path, key], message };
    }
    case "invalid_type": {
      const wanted = `expected ${expected(issue.expected, schema, path)}`;
      if (found === undefined) return report("missing-key", `missing; ${wanted}`);
      const is = found === null ? "" : ` is ${typeName(found)}`;
      return report("wrong-type", `${shown(found, 60)}${is}; ${wanted}`);
    }
    case "invalid_value": {
      const one = `one of ${issue.values.join(", ")}`;
      const hint = didYouMean(String(found), issue.values.map(String));
      return found === undefined
        ? report("missing-key", `missing; expected ${one}`)
        : report("wrong-value", `${shown(found, 60)} is not ${one}${hint}`);
    }
    case "invalid_format":
      return report("wrong-format", `${shown(found, 60)}; expected ${issue.message}`);
    case "too_small": {
      if (issue.origin === "array")
        return report("too-few", `expected at least ${issue.minimum} here`);
      const least = `${issue.inclusive ? "at least" : "more than"} ${issue.minimum}`;
      return report("out-of-range", `${shown(found, 60)}; expected ${least}`);
    }
    default:
      return report("wrong-value", `${shown(found, 60)}: ${issue.message}`);
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
  const otherwise =
    name === "total" ? "remove it, the sum is computed" : `expected only ${known.join(", ")}`;
  return `unknown key "${name}"${didYouMean(name, known, `; ${otherwise}`)}`;
}

function typeName(value: unknown): string {
  return withArticle(Array.isArray(value) ? "array" : typeof value);
}

function withArticle(type: string): string {
  const name = type === "int" ? "whole number" : type === "record" ? "object" : type;
  return `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
}
