import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { GameState } from "../../core/schema/collections.ts";
import { MapSchema } from "../../core/schema/map.ts";
import type { Patch, PatchChange } from "../../core/schema/patch.ts";
import { changesBetween } from "../../generator/history/changes-between.ts";
import { replay } from "../../generator/history/replay.ts";
import { property } from "../../generator/history/resolve-target.ts";
import {
  changesOf,
  newestFirst,
  type Recorded,
  stateBefore,
} from "../../generator/history/rewind.ts";
import { editedPatches } from "./edited-patches.ts";
import { effectKey, type Snapshot } from "./snapshot.ts";
import { unrecordedChanges } from "./unrecorded-changes.ts";

/**
 * What differs between two sites. Changes of the game, corrections and changes of format are kept
 * apart.
 */
export type Diff = {
  old: { label: string; patch: string };
  new: { label: string; patch: string };
  /** Patches that only one side has, newest first, with all they record. */
  patches: { added: Patch[]; removed: Patch[] };
  /** The targets of the added patches whose change is a buff or a nerf of their hero. */
  effects: { patch: string; buffs: string[]; nerfs: string[] }[];
  /** The changes of the game: what those patches change of the old values. */
  game: PatchChange[];
  /** Values that no patch explains (`unexplained`) and that are known otherwise or on one side. */
  unexplained: PatchChange[];
  /** Other differences that are corrections, of the data or of the record of an older patch. */
  corrections: PatchChange[];
  /**
   * Other differences that nobody has written down. Sites do not list their corrections, so between
   * two sites all of these count as corrections.
   */
  unrecorded: PatchChange[];
  /** Patches that both sides have with another record. */
  editedPatches: string[];
  /** How the records of these patches differ. */
  editedRecords: ReturnType<typeof editedPatches>;
  /** Variants of maps that were added, removed or renamed. They are not changes of the game. */
  variants: PatchChange[];
  urls: {
    added: string[];
    removed: string[];
    /** Canonical paths whose document says something else. */
    changed: string[];
    /** How many more differ only in the patch that they name. */
    onlyMeta: number;
  };
  /** By canonical path of the resource. */
  spellings: { gained: Spelling[]; lost: Spelling[] };
  format: FormatChange[];
};

export type Spelling = { resource: string; spelling: string };

/** A difference of the shapes that the two descriptions declare. */
export type FormatChange = {
  schema: string;
  property: string;
  what: "added" | "removed" | "changed";
  isBreaking: boolean;
};

/** The part of the maps' answer that holds the variants. */
const MapsSchema = z.object({
  data: z.array(z.object({ id: z.string(), variants: MapSchema.shape.variants })),
});

/** Compares two snapshots. */
export function compareSnapshots(old: Snapshot, now: Snapshot): Diff {
  const added = now.patches.filter(({ id }) => !old.patches.some((patch) => patch.id === id));
  const removed = old.patches.filter(({ id }) => !now.patches.some((patch) => patch.id === id));
  const recorded = stateWithPatches(old.state, removed, added);
  const expected = stateWithPatches(
    old.state,
    withUnexplained(removed, old),
    withUnexplained(added, now),
  );
  const unrecorded = unrecordedIn(old, now);
  const editedRecords = editedPatches(old.patches, now.patches);
  const isUnrecorded = ({ target }: PatchChange) => unrecorded.some((one) => one.target === target);
  return {
    old: { label: old.label, patch: old.patch },
    new: { label: now.label, patch: now.patch },
    patches: { added, removed },
    effects: added.flatMap((patch) => effectsIn(patch, now)),
    game: changesBetween(old.state, recorded),
    unexplained: changesBetween(recorded, expected),
    corrections: changesBetween(expected, now.state).filter((change) => !isUnrecorded(change)),
    unrecorded,
    editedPatches: editedRecords.map(({ patch }) => patch),
    editedRecords,
    variants: compareVariants(old, now),
    urls: compareUrls(old, now),
    spellings: compareSpellings(old, now),
    format: compareFormats(old, now),
  };
}

/** The unrecorded changes; none between two sites, which do not list their corrections. */
function unrecordedIn(old: Snapshot, now: Snapshot): PatchChange[] {
  const { corrections } = now;
  if (corrections === undefined) return [];
  const recordOf = (snapshot: Snapshot) => ({
    state: snapshot.state,
    patches: withUnexplained(snapshot.patches, snapshot),
  });
  return unrecordedChanges(
    { ...recordOf(old), corrections: old.corrections ?? [] },
    { ...recordOf(now), corrections },
  );
}

/** Patches of a snapshot with what they do not explain. A built site does not tell it. */
function withUnexplained(patches: readonly Patch[], { unexplained }: Snapshot): Recorded[] {
  return patches.map((patch) => ({ ...patch, unexplained: unexplained?.get(patch.id) }));
}

/** The buffs and nerfs of a patch; empty where it has neither. */
function effectsIn({ id, changes }: Patch, { effects }: Snapshot): Diff["effects"] {
  const [buffs = [], nerfs = []] = (["buff", "nerf"] as const).map((effect) =>
    changes
      .map(({ target }) => target)
      .filter((target) => effects.get(effectKey(id, target)) === effect),
  );
  return buffs.length + nerfs.length === 0 ? [] : [{ patch: id, buffs, nerfs }];
}

/** Whether anything at all differs. */
export function isEmpty(diff: Diff): boolean {
  const { patches, game, unexplained, corrections, unrecorded, editedPatches, variants } = diff;
  const { urls, spellings, format } = diff;
  const lists = [
    patches.added,
    patches.removed,
    game,
    unexplained,
    corrections,
    unrecorded,
    editedPatches,
    variants,
    urls.added,
    urls.removed,
    urls.changed,
  ];
  return [...lists, spellings.gained, spellings.lost, format].every((list) => list.length === 0);
}

/** What can break a client: spellings that are gone, and properties that are gone or changed. */
export function breakingChanges({ spellings, format }: Diff): string[] {
  return [
    ...spellings.lost.map(
      ({ resource, spelling }) => `"${spelling}" no longer resolves to ${resource}`,
    ),
    ...format
      .filter(({ isBreaking }) => isBreaking)
      .map(({ schema, property, what }) => `${schema}.${property} is ${what}`),
  ];
}

/** The old state with the patches that only the new side has, instead of those of its own. */
function stateWithPatches(
  state: GameState,
  removed: readonly Recorded[],
  added: readonly Recorded[],
): GameState {
  const before = newestFirst(removed).reduce(stateBefore, state);
  return newestFirst(added).reduceRight((next, patch) => replay(next, changesOf(patch)), before);
}

function compareVariants(old: Snapshot, now: Snapshot): PatchChange[] {
  const [before, after] = [variantsOf(old), variantsOf(now)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((target) => {
    const [from, to] = [before.get(target), after.get(target)];
    if (from === to) return [];
    return [
      {
        target,
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
      },
    ];
  });
}

/** The name of each variant by `maps/<map>/variants/<variant>`. */
function variantsOf({ documents }: Snapshot): Map<string, string> {
  const [, maps] = [...documents].find(([path]) => /^\/v1\/[^/]+\/maps$/.test(path)) ?? [];
  const parsed = MapsSchema.safeParse(maps?.value);
  return new Map(
    parsed.data?.data.flatMap(({ id: map, variants }) =>
      variants.map(({ id, name }) => [`maps/${map}/variants/${id}`, name] as const),
    ),
  );
}

function compareUrls(old: Snapshot, now: Snapshot): Diff["urls"] {
  const [before, after] = [pathsOf(old), pathsOf(now)];
  const both = [...now.documents].flatMap(([path, document]) => {
    const other = old.documents.get(path);
    return other === undefined || other.sha256 === document.sha256
      ? []
      : [{ path, other, document }];
  });
  const changed = both.filter(
    ({ other, document }) =>
      !isDeepStrictEqual(withoutMeta(other.value), withoutMeta(document.value)),
  );
  return {
    added: [...after].filter((path) => !before.has(path)),
    removed: [...before].filter((path) => !after.has(path)),
    changed: changed.map(({ path }) => path),
    onlyMeta: both.length - changed.length,
  };
}

function pathsOf({ documents }: Snapshot): Set<string> {
  return new Set([...documents.values()].flatMap(({ spellings }) => spellings));
}

/** A document without the patch and the version that it was made for. */
function withoutMeta(value: unknown): unknown {
  if (property(value, "status") === "ok") return "health";
  if (typeof value !== "object" || value === null) return value;
  const { meta: _, patch: __, ...rest }: Record<string, unknown> = { ...value };
  return Array.isArray(rest["data"]) ? { ...rest, data: rest["data"].map(withoutMeta) } : rest;
}

/** Compares the spellings of heroes and maps. Paths below them have the same spellings. */
function compareSpellings(old: Snapshot, now: Snapshot): Diff["spellings"] {
  const [before, after] = [spellingsOf(old), spellingsOf(now)];
  const missing = (from: Map<string, Spelling>, to: Map<string, Spelling>) =>
    [...from].filter(([key]) => !to.has(key)).map(([, spelling]) => spelling);
  return { gained: missing(after, before), lost: missing(before, after) };
}

function spellingsOf({ documents }: Snapshot): Map<string, Spelling> {
  const found = new Map<string, Spelling>();
  for (const [resource, { spellings }] of documents) {
    if (!/^\/v1\/[^/]+\/(heroes|maps)\/[^/]+$/.test(resource)) continue;
    for (const path of spellings) {
      const spelling = path.slice(path.lastIndexOf("/") + 1);
      found.set(`${resource} ${spelling}`, { resource, spelling });
    }
  }
  return found;
}

type Shapes = Record<string, { properties?: Record<string, object>; required?: string[] }>;

function compareFormats(old: Snapshot, now: Snapshot): FormatChange[] {
  const [before, after] = [shapesOf(old), shapesOf(now)];
  const schemas = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return schemas.flatMap((schema) => {
    const [from, to] = [before[schema] ?? {}, after[schema] ?? {}];
    const properties = new Set([from, to].flatMap((one) => Object.keys(one.properties ?? {})));
    return [...properties].flatMap((property): FormatChange[] => {
      const [was, is] = [from.properties?.[property], to.properties?.[property]];
      if (was === undefined) return [{ schema, property, what: "added", isBreaking: false }];
      if (is === undefined) return [{ schema, property, what: "removed", isBreaking: true }];
      const isOfOneType = isDeepStrictEqual(withoutWords(was), withoutWords(is));
      const isAlwaysIn = ({ required = [] }: Shapes[string]) => required.includes(property);
      if (isOfOneType && isAlwaysIn(from) === isAlwaysIn(to)) return [];
      // A client may count on what was always there; what now always is breaks nothing.
      const isBreaking = !isOfOneType || isAlwaysIn(from);
      return [{ schema, property, what: "changed", isBreaking }];
    });
  });
}

function shapesOf({ documents }: Snapshot): Shapes {
  const description = documents.get("/v1/openapi.json")?.value;
  const components = property(description, "components");
  return (property(components, "schemas") ?? {}) as Shapes;
}

/** A shape without its descriptions, whose words may change. */
function withoutWords(shape: unknown): unknown {
  return JSON.parse(
    JSON.stringify(shape, (key, value) => (key === "description" ? undefined : value)),
  );
}
