import * as z from "zod";

const Many = z.int().nonnegative();
const Names = z.array(z.string());
const Near = z.looseObject({ spelling: z.string(), path: z.string() });
const Change = z.looseObject({
  target: z.string(),
  from: z.unknown().optional(),
  to: z.unknown().optional(),
});

/** What a command prints with `--json`. Each is open: later versions may say more. */
export const REPORTS = {
  problems: z
    .looseObject({ ok: z.literal(false), problems: Names })
    .describe("What is wrong with the input, a line each; exit code 1. For every command."),
  issues: z
    .looseObject({
      ok: z.literal(false),
      issues: z.array(
        z.looseObject({
          code: z.string().describe("Stable name of the rule."),
          file: z.string().describe("Path below the data folder."),
          path: z.string().describe("Place in the file, as JavaScript writes it."),
          line: Many.optional(),
          column: Many.optional(),
          message: z.string(),
        }),
      ),
      waysOut: z
        .looseObject({ theGameChanged: z.string(), itWasWrong: Names })
        .optional()
        .describe("Commands that write down what nobody has."),
    })
    .describe("What is wrong with the data; exit code 1. For every command that reads it."),
  check: z.looseObject({
    ok: z.literal(true),
    heroes: Many,
    maps: Many,
    patches: Many,
    changes: Many,
    gaps: Many,
    historyFrom: z.string(),
    states: Many,
    files: Many,
    comparedWith: z.string().nullable(),
    warnings: z.array(z.looseObject({ file: z.string(), target: z.string(), message: z.string() })),
    exceededLimits: z.array(z.unknown()),
  }),
  lookup: z
    .looseObject({
      ok: z.boolean(),
      name: z.string(),
      found: z.array(z.looseObject({ path: z.string(), name: z.string(), kind: z.string() })),
      nearest: z.array(Near),
    })
    .describe("A line for each name."),
  resolve: z
    .looseObject({
      ok: z.boolean(),
      file: z.string(),
      encoding: z.string(),
      unreadable: Many.describe("Lines that are no text in this encoding."),
      lines: Many,
      events: Many,
      names: z.array(
        z.looseObject({
          name: z.string(),
          collection: z.enum(["heroes", "maps"]),
          id: z.string().nullable(),
          count: Many,
          firstLine: Many,
        }),
      ),
    })
    .describe("A line for each log."),
  verify: z.looseObject({
    ok: z.boolean(),
    site: z.string(),
    files: Many,
    missing: Names,
    extra: Names,
    altered: Names,
  }),
  pack: z.looseObject({
    ok: z.literal(true),
    file: z.string(),
    files: Many,
    bytes: Many,
    sha256: z.string(),
  }),
  record: z.looseObject({
    ok: z.literal(true),
    files: Names,
    patch: z.string(),
    isNew: z.boolean(),
    added: z.array(Change),
    dropped: Names,
  }),
  "record-undo": z.looseObject({
    ok: z.literal(true),
    files: Names,
    patch: z.string(),
    takenBack: Change.nullable(),
    left: Many,
  }),
  correct: z.looseObject({
    ok: z.literal(true),
    files: Names,
    correction: Change,
    repeated: Names,
  }),
  keys: z.looseObject({
    ok: z.literal(true),
    keys: z.array(
      z.looseObject({
        id: z.string(),
        name: z.string(),
        state: z.string(),
        created: z.string(),
        expires: z.string().nullable(),
        scopes: Names,
      }),
    ),
  }),
} as const;

/** Their JSON Schemas by file name. */
export function reportSchemas(): Map<string, string> {
  return new Map(
    Object.entries(REPORTS).map(([name, schema]) => [
      `${name}.json`,
      `${JSON.stringify(z.toJSONSchema(schema), null, 2)}\n`,
    ]),
  );
}
