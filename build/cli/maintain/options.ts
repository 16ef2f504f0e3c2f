import * as z from "zod";
import { PatchKindSchema } from "../../core/schema/patch.ts";
import { DateSchema, TextSchema, UrlSchema } from "../../core/schema/values.ts";
import { explain } from "../../generator/data/schema-issues.ts";

/** What the options of `record` and `correct` must be. */
const OptionsSchema = z
  .object({
    kind: PatchKindSchema,
    name: TextSchema,
    summary: TextSchema,
    missing: TextSchema,
    reason: TextSchema,
    date: DateSchema,
    source: UrlSchema,
  })
  .partial();

/** What is wrong with the options of a command, a line each. */
export function optionProblems(options: object): string[] {
  const issues = OptionsSchema.safeParse(options).error?.issues ?? [];
  return issues.map((issue) => {
    const { path, message } = explain(issue, OptionsSchema, options);
    return `--${path.join(".")}: ${message}`;
  });
}
