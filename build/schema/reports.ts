import * as z from "zod";

const Many = z.int().nonnegative();
const Names = z.array(z.string());
const Near = z.looseObject({ spelling: z.string(), path: z.string() });
const Change = z.looseObject({
  target: z.string(),
  from: z.unknown().optional(),
  to: z.unknown().optional(),
});

const Place = z.looseObject({ label: z.string(), patch: z.string() });
const Spelling = z.looseObject({ resource: z.string(), spelling: z.string() });
const Record = z.looseObject({ id: z.string(), changes: z.array(Change) });

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
  build: z
    .looseObject({
      ok: z.literal(true),
      out: z.string().describe("The folder of the site."),
      patch: z.string(),
      urls: Many,
      documents: Many,
      files: Many,
      bytes: Many,
      isUnchanged: z.boolean(),
      gaps: Many.optional().describe("Not told of a site that was moved, as its data is not read."),
      seconds: z.number(),
    })
    .describe("A line for each site."),
  check: z.looseObject({
    ok: z.literal(true),
    heroes: Many,
    maps: Many,
    patches: Many,
    changes: Many,
    gaps: Many,
    kits: z.looseObject({
      figures: Many.describe("Of abilities and perks, today."),
      sureFigures: Many.describe("Those without a gap."),
      perks: Many,
      effects: z
        .record(z.string(), Many)
        .describe("What the recorded changes mean: how many are of each kind."),
      explainedBreaks: Many,
    }),
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
  diff: z.looseObject({
    old: Place,
    new: Place,
    patches: z.looseObject({ added: z.array(Record), removed: z.array(Record) }),
    effects: z.array(z.looseObject({ patch: z.string(), buffs: Names, nerfs: Names })),
    game: z.array(Change).describe("What patches changed that only one side has."),
    corrections: z.array(Change),
    unrecorded: z.array(Change).describe("What differs and stands nowhere."),
    editedPatches: Names,
    editedRecords: z.array(z.looseObject({ patch: z.string() })),
    variants: z.array(Change),
    urls: z.looseObject({ added: Names, removed: Names, changed: Names, onlyMeta: Many }),
    spellings: z.looseObject({ gained: z.array(Spelling), lost: z.array(Spelling) }),
    format: z.array(
      z.looseObject({
        schema: z.string(),
        property: z.string(),
        what: z.string(),
        isBreaking: z.boolean(),
      }),
    ),
    breaking: Names.describe("What breaks clients, a line each."),
    purge: Names.optional().describe("Of two built sites: paths that a cache has to forget."),
  }),
  mirror: z.looseObject({
    ok: z.literal(true),
    url: z.string(),
    dir: z.string(),
    patch: z.string(),
    version: z.string(),
    contents: Many,
    fetched: Many,
    fetchedBytes: Many,
    reused: Many,
    files: Many,
    isUpToDate: z.boolean(),
    seconds: z.number(),
  }),
  probe: z.looseObject({
    ok: z.boolean(),
    url: z.string(),
    kind: z.enum(["static", "proxy"]),
    patch: z.string(),
    version: z.string(),
    requests: Many,
    checks: z.array(
      z.looseObject({
        check: z.string(),
        outcome: z.enum(["ok", "differs", "not offered", "not tried"]),
        tried: Many,
        failed: Many,
        example: z
          .looseObject({ request: z.string(), expected: z.string(), came: z.string() })
          .optional()
          .describe("The first that failed."),
      }),
    ),
  }),
  "keys-issue": z.looseObject({
    ok: z.literal(true),
    key: z.string().describe("The key itself, which is shown this once."),
    id: z.string(),
    name: z.string(),
    scopes: Names,
    expires: z.string().nullable(),
  }),
  "keys-revoke": z.looseObject({
    ok: z.literal(true),
    id: z.string(),
    name: z.string(),
    revoked: z.string(),
  }),
  "keys-publish": z.looseObject({ ok: z.literal(true), file: z.string(), keys: Many }),
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

/** Counts have no end but that of the language, which is nobody's business. */
function withoutBound({ jsonSchema }: { jsonSchema: { maximum?: number | undefined } }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** Their JSON Schemas by file name. */
export function reportSchemas(): Map<string, string> {
  return new Map(
    Object.entries(REPORTS).map(([name, schema]) => [
      `${name}.json`,
      `${JSON.stringify(z.toJSONSchema(schema, { override: withoutBound }), null, 2)}\n`,
    ]),
  );
}
