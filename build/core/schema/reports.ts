import * as z from "zod";

const Count = z.int().nonnegative();
const Texts = z.array(z.string());

/** Fields of an object that are counts. */
function counts<Name extends string>(...names: Name[]): Record<Name, typeof Count> {
  return Object.fromEntries(names.map((name) => [name, Count])) as Record<Name, typeof Count>;
}

/** Fields of an object that are strings. */
function strings<Name extends string>(...names: Name[]): Record<Name, z.ZodString> {
  return Object.fromEntries(names.map((name) => [name, z.string()])) as Record<Name, z.ZodString>;
}
const NearSpelling = z.looseObject({ spelling: z.string(), path: z.string() });
const Change = z.looseObject({
  target: z.string(),
  from: z.unknown().optional(),
  to: z.unknown().optional(),
});

const Place = z.looseObject({ label: z.string(), patch: z.string() });
const Spelling = z.looseObject({ resource: z.string(), spelling: z.string() });
const PatchRecord = z.looseObject({ id: z.string(), changes: z.array(Change) });

/** Raised when a field is renamed or removed. */
const REPORTS_VERSION = 2;

/** What each command prints with `--json`. Later versions may add fields. */
export const REPORTS = {
  problems: z
    .looseObject({ ok: z.literal(false), problems: Texts })
    .describe("What is wrong with the input, one line each. Exit code 1. For every command."),
  issues: z
    .looseObject({
      ok: z.literal(false),
      issues: z.array(
        z.looseObject({
          code: z.string().describe("The stable name of the rule."),
          file: z.string().describe("The path within the data folder."),
          path: z.string().describe("The place in the file, in JavaScript notation."),
          line: Count.optional(),
          column: Count.optional(),
          message: z.string(),
        }),
      ),
      suggestedFixes: z
        .looseObject({ record: z.string(), correct: Texts })
        .optional()
        .describe("Commands that record unrecorded changes, or correct the values."),
    })
    .describe("What is wrong with the data. Exit code 1. For every command that reads it."),
  build: z
    .looseObject({
      ok: z.literal(true),
      out: z.string().describe("The folder of the site."),
      patch: z.string(),
      ...counts("urls", "documents", "files", "bytes"),
      isUnchanged: z.boolean(),
      gaps: Count,
      seconds: z.number(),
    })
    .describe("One line per site."),
  check: z.looseObject({
    ok: z.literal(true),
    ...counts("heroes", "maps", "patches", "changes", "gaps"),
    kits: z.looseObject({
      figures: Count.describe("Figures of abilities and perks in the newest state."),
      sureFigures: Count.describe("Figures without a gap."),
      perks: Count,
      effects: z
        .record(z.string(), Count)
        .describe("The number of recorded changes per effect, such as buff."),
      sources: Count.describe("Addresses of the sources."),
      families: Count.describe("Families of sources that do not copy each other."),
      explainedBreaks: Count,
    }),
    historyFrom: z.string(),
    states: Count,
    comparedWith: z.string().nullable(),
    warnings: z.array(z.looseObject({ file: z.string(), target: z.string(), message: z.string() })),
  }),
  lookup: z
    .looseObject({
      ok: z.boolean(),
      name: z.string(),
      patch: z.string().describe("The names are those of this patch."),
      found: z.array(z.looseObject({ path: z.string(), name: z.string(), kind: z.string() })),
      nearest: z.array(NearSpelling),
    })
    .describe("One line per name."),
  resolve: z
    .looseObject({
      ok: z.boolean(),
      file: z.string(),
      patch: z.string().describe("The names are those of this patch."),
      ...counts("lines", "events"),
      names: z.array(
        z.looseObject({
          name: z.string(),
          collection: z.enum(["heroes", "maps"]),
          id: z.string().nullable(),
          ...counts("count", "firstLine"),
        }),
      ),
      abilities: z.array(
        z.looseObject({ ...strings("hero", "key", "id", "name"), ...counts("count") }),
      ),
    })
    .describe("One line per log."),
  verify: z.looseObject({
    ok: z.boolean(),
    site: z.string(),
    files: Count,
    missing: Texts,
    extra: Texts,
    altered: Texts,
  }),
  pack: z.looseObject({
    ok: z.literal(true),
    file: z.string(),
    ...counts("files", "bytes"),
    sha256: z.string(),
  }),
  record: z.looseObject({
    ok: z.literal(true),
    files: Texts,
    patch: z.string(),
    isNew: z.boolean(),
    added: z.array(Change),
    dropped: Texts,
  }),
  "record-undo": z.looseObject({
    ok: z.literal(true),
    files: Texts,
    patch: z.string(),
    takenBack: z.array(Change),
    left: Count,
  }),
  correct: z.looseObject({
    ok: z.literal(true),
    files: Texts,
    correction: Change,
    repeated: Texts,
  }),
  diff: z.looseObject({
    old: Place,
    new: Place,
    patches: z.looseObject({ added: z.array(PatchRecord), removed: z.array(PatchRecord) }),
    effects: z.array(z.looseObject({ patch: z.string(), buffs: Texts, nerfs: Texts })),
    game: z.array(Change).describe("Changes of patches that only one side has."),
    corrections: z.array(Change),
    unrecorded: z
      .array(Change)
      .describe("Differences that neither a patch nor a correction records."),
    editedPatches: Texts,
    editedRecords: z.array(z.looseObject({ patch: z.string() })),
    variants: z.array(Change),
    urls: z.looseObject({ added: Texts, removed: Texts, changed: Texts, onlyMeta: Count }),
    spellings: z.looseObject({ gained: z.array(Spelling), lost: z.array(Spelling) }),
    format: z.array(
      z.looseObject({
        ...strings("schema", "property", "what"),
        isBreaking: z.boolean(),
      }),
    ),
    breaking: Texts.describe("Changes that break clients, one line each."),
    purge: Texts.optional().describe("For two built sites: the paths to purge from caches."),
  }),
  mirror: z.looseObject({
    ok: z.literal(true),
    ...strings("url", "dir", "patch", "version"),
    ...counts("contents", "fetched", "fetchedBytes", "reused", "files"),
    isUpToDate: z.boolean(),
    seconds: z.number(),
  }),
  probe: z.looseObject({
    ok: z.boolean(),
    url: z.string(),
    kind: z.enum(["static", "proxy"]),
    ...strings("patch", "version"),
    requests: Count,
    checks: z.array(
      z.looseObject({
        check: z.string(),
        outcome: z.enum(["ok", "differs", "not offered", "not tried"]),
        ...counts("tried", "failed"),
        example: z
          .looseObject({ request: z.string(), expected: z.string(), actual: z.string() })
          .optional()
          .describe("The first request that failed."),
      }),
    ),
  }),
  "keys-issue": z.looseObject({
    ok: z.literal(true),
    key: z.string().describe("The key itself. It is shown only once."),
    ...strings("id", "name"),
    scopes: Texts,
    expires: z.string().nullable(),
  }),
  "keys-revoke": z.looseObject({
    ok: z.literal(true),
    ...strings("id", "name", "revoked"),
  }),
  "keys-publish": z.looseObject({ ok: z.literal(true), file: z.string(), keys: Count }),
  keys: z.looseObject({
    ok: z.literal(true),
    keys: z.array(
      z.looseObject({
        ...strings("id", "name", "state", "created"),
        expires: z.string().nullable(),
        scopes: Texts,
      }),
    ),
  }),
} as const;

/** Removes the largest safe integer, which zod writes as the upper bound of every count. */
function withoutBound({ jsonSchema }: { jsonSchema: { maximum?: number | undefined } }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function describeReport(schema: z.ZodType): object {
  const $comment = `Version ${REPORTS_VERSION} of the reports`;
  return { ...z.toJSONSchema(schema, { override: withoutBound }), $comment };
}

/** The JSON Schemas of the reports, by file name. */
export function reportSchemas(): Map<string, string> {
  return new Map(
    Object.entries(REPORTS).map(([name, schema]) => [
      `${name}.json`,
      `${JSON.stringify(describeReport(schema), null, 2)}\n`,
    ]),
  );
}
