import type * as z from "zod";
import { PATCH_KINDS } from "../../core/game/day.ts";
import { PatchKindSchema } from "../../core/schema/patch.ts";
import { DateSchema, TextSchema, UrlSchema } from "../../core/schema/values.ts";

/** A schema, and what is wrong with a value that it refuses. */
type Form = { schema: z.ZodType; fault: (value: string) => string };

const LINE: Form = { schema: TextSchema, fault: () => "expected one line of text" };

/** What the options of `record` and `correct` must be. */
const FORMS: Readonly<Record<string, Form>> = {
  kind: {
    schema: PatchKindSchema,
    fault: (kind) => `"${kind}" is not one of ${PATCH_KINDS.join(", ")}`,
  },
  name: LINE,
  summary: LINE,
  missing: LINE,
  reason: LINE,
  date: {
    schema: DateSchema,
    fault: (date) => `"${date}" is not a calendar date; expected YYYY-MM-DD`,
  },
  source: {
    schema: UrlSchema,
    fault: (url) => `"${url}" is not an address; expected an absolute http or https address`,
  },
};

/** What is wrong with the options of a command, a line each. */
export function optionProblems(options: object): string[] {
  return Object.entries(FORMS).flatMap(([name, { schema, fault }]) => {
    const value: unknown = Reflect.get(options, name);
    const isRight = value === undefined || schema.safeParse(value).success;
    return isRight ? [] : [`--${name}: ${fault(String(value))}`];
  });
}
