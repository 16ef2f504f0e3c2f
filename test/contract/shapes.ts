import * as z from "zod";

/**
 * The shapes of the specification's section 2, written down from its text and from nothing of
 * ours: what made a document does not judge it. Every field is demanded and no other is allowed.
 */

const text = z.string().min(1);
const uri = z.string().refine((address) => URL.canParse(address), { error: "no URI" });
const atLeastZero = z.number().refine((value) => Number.isInteger(value) && value >= 0, {
  error: "no integer from 0 on",
});
const anyJson = z.json();

/** An ISO calendar date that there is. */
const date = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine((day) => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day), {
    error: "no calendar date",
  });

/** 2.10: the patch date; suffixed only when two patches land on the same day. */
const patchId = z.string().regex(/^\d{4}-\d{2}-\d{2}(-[b-z])?$/);

const role = z.literal(["tank", "damage", "support"]);
const mode = z.literal(["control", "escort", "hybrid", "push", "flashpoint"]);
const subrole = z.literal([
  ...(["bruiser", "initiator", "stalwart", "flanker", "recon"] as const),
  ...(["sharpshooter", "specialist", "medic", "survivor", "tactician"] as const),
]);

const game = z.strictObject({ id: text, name: text });

const ability = z.strictObject({
  id: text,
  kind: z.literal(["primary", "secondary", "ability", "ultimate", "passive"]),
  name: text,
  description: text.nullable(),
  cooldown: z.number().nullable(),
});

const health = z
  .strictObject({
    standard: atLeastZero,
    armor: atLeastZero,
    shields: atLeastZero,
    total: atLeastZero,
  })
  .refine(
    ({ standard, armor, shields, total }) => total > 0 && total === standard + armor + shields,
    {
      error: "total is standard + armor + shields, and more than 0",
    },
  );

/** 2.3: the first three entries are always Ability 1, Ability 2 and Ultimate. */
const kit = z
  .array(ability)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, { error: "an id twice" })
  .refine(
    ([one, two, three]) =>
      one?.kind === "ability" && two?.kind === "ability" && three?.kind === "ultimate",
    { error: "does not begin with Ability 1, Ability 2 and Ultimate" },
  );

const hero = z.strictObject({
  id: text,
  name: text,
  names: z.strictObject({ en: text, ko: text, zh: text }),
  role,
  subrole,
  health,
  aliases: z.array(text),
  abilities: kit,
  portrait: uri,
});

const mapVariant = z.strictObject({ id: text, name: text, thumbnail: uri });

const map = z.strictObject({
  id: text,
  name: text,
  mode,
  aliases: z.array(text),
  variants: z.array(mapVariant),
  thumbnail: uri,
});

const roles = z.strictObject({
  id: role,
  name: text,
  subroles: z.array(z.strictObject({ id: subrole, name: text, description: text, passive: text })),
});

/** 2.11: `<collection>/<id>/.../<field>`, with a value before it, after it, or both. */
const change = z
  .strictObject({
    target: z.string().regex(/^(heroes|maps|modes|roles)\/[^/]+(\/[^/]+)*$/),
    from: anyJson.optional(),
    to: anyJson.optional(),
  })
  .refine((one) => "from" in one || "to" in one, { error: "has neither from nor to" });

const patch = z
  .strictObject({
    id: patchId,
    date,
    kind: z.literal(["season", "mid-season", "hotfix"]),
    name: text,
    sourceUrl: uri.nullable(),
    summary: text.nullable(),
    changes: z.array(change),
  })
  .refine((one) => one.id.replace(/-[b-z]$/, "") === one.date, {
    error: "the id is not of the date",
  });

/** 2.14, with 2.1: `count` is the number of items. */
function collectionOf(item: z.ZodType) {
  return z
    .strictObject({
      data: z.array(item),
      meta: z.strictObject({ patch: patchId, count: atLeastZero }),
    })
    .refine(({ data, meta }) => data.length === meta.count, { error: "count is another" });
}

/** The success body of every path in section 4, by what the path looks like. */
export const SHAPES: readonly (readonly [path: RegExp, shape: z.ZodType])[] = [
  [/^\/health$/, z.strictObject({ status: z.literal("ok"), patch: patchId, version: text })],
  [/^\/v1\/games$/, collectionOf(game)],
  [/^\/v1\/openapi\.json$/, z.looseObject({ openapi: z.string().startsWith("3.1.") })],
  [/^\/v1\/overwatch\/heroes$/, collectionOf(hero)],
  [/^\/v1\/overwatch\/heroes\/[^/]+$/, hero],
  [/^\/v1\/overwatch\/heroes\/[^/]+\/abilities$/, collectionOf(ability)],
  [/^\/v1\/overwatch\/maps$/, collectionOf(map)],
  [/^\/v1\/overwatch\/maps\/[^/]+$/, map],
  [/^\/v1\/overwatch\/modes$/, collectionOf(z.strictObject({ id: mode, name: text }))],
  [/^\/v1\/overwatch\/roles$/, collectionOf(roles)],
  [/^\/v1\/overwatch\/patches$/, collectionOf(patch)],
  [/^\/v1\/overwatch\/patches\/[^/]+$/, patch],
  [/^\/v1\/overwatch\/patches\/[^/]+\/changes$/, collectionOf(change)],
];
