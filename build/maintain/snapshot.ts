import * as z from "zod";
import type { SiteInMemory } from "../build-site.ts";
import type { GameState } from "../history/target.ts";
import {
  HeroCollectionSchema,
  MapCollectionSchema,
  ModeCollectionSchema,
  PatchCollectionSchema,
  RoleCollectionSchema,
} from "../schema/answers.ts";
import { HeroStateSchema } from "../schema/hero.ts";
import type { Manifest } from "../schema/manifest.ts";
import { MapStateSchema } from "../schema/map.ts";
import type { Patch, PatchChange } from "../schema/patch.ts";
import { openSiteFiles, readManifest } from "../site/site-files.ts";

/** One document of a snapshot: its value, and every path that answers with it. */
export type SnapshotDocument = { value: unknown; spellings: readonly string[]; sha256: string };

/** A whole site at one moment, wherever it came from. */
export type Snapshot = {
  label: string;
  patch: string;
  /** By canonical path. */
  documents: ReadonlyMap<string, SnapshotDocument>;
  state: GameState;
  patches: Patch[];
};

/** The site's documents cannot be read; the message says why. */
export class SnapshotError extends Error {}

/** The snapshot of a site, a folder or a tarball. Throws `ManifestError`, or `SnapshotError` where its shapes are too old or too new. */
export function readSnapshot(site: string): Snapshot {
  const files = openSiteFiles(site);
  const manifest = readManifest(files, site);
  try {
    return snapshotOf(site, manifest, ({ file }) => JSON.parse(`${files.read(file)}`));
  } catch (error) {
    if (!(error instanceof z.ZodError || error instanceof SyntaxError)) throw error;
    throw new SnapshotError(
      `${site} holds documents of other shapes than this version reads; gamedata verify tells whether it is whole`,
    );
  }
}

/** The snapshot of a site in memory. */
export function snapshotOfSite(label: string, { manifest, textOf }: SiteInMemory): Snapshot {
  return snapshotOf(label, manifest, ({ file }) => JSON.parse(textOf(file)));
}

function snapshotOf(
  label: string,
  manifest: Manifest,
  read: (document: Manifest["documents"][number]) => unknown,
): Snapshot {
  const documents = new Map(
    manifest.documents.map((document) => {
      const { path, spellings, sha256 } = document;
      return [path, { value: read(document), spellings, sha256 }];
    }),
  );
  const dataOf = <T extends z.ZodType<{ data: unknown[] }>>(
    collection: string,
    schema: T,
  ): z.output<T>["data"] =>
    schema.parse(documents.get(`/v1/${manifest.game}/${collection}`)?.value).data;
  const state = {
    heroes: dataOf("heroes", HeroCollectionSchema).map((hero) => stateOnly(HeroStateSchema, hero)),
    maps: dataOf("maps", MapCollectionSchema).map((map) => stateOnly(MapStateSchema, map)),
    roles: dataOf("roles", RoleCollectionSchema),
    modes: dataOf("modes", ModeCollectionSchema),
  };
  const patches = dataOf("patches", PatchCollectionSchema);
  return { label, patch: manifest.patch, documents, state, patches: patches.map(withStatesOnly) };
}

/** A whole hero or map in a change is shown as the API shows it; the record holds its state only. */
function withStatesOnly(patch: Patch): Patch {
  const schemas: Record<string, z.ZodObject> = { heroes: HeroStateSchema, maps: MapStateSchema };
  const changes = patch.changes.map((change): PatchChange => {
    const [collection = "", , ...rest] = change.target.split("/");
    const schema = schemas[collection];
    if (rest.length > 0 || schema === undefined) return change;
    const sides = (["from", "to"] as const).filter(
      (side) => typeof change[side] === "object" && change[side] !== null,
    );
    return {
      ...change,
      ...Object.fromEntries(sides.map((side) => [side, stateOnly(schema, change[side])])),
    };
  });
  return { ...patch, changes };
}

/** Leaves out what the API adds: names of ours, sums and addresses. */
function stateOnly<T extends z.ZodObject>(schema: T, value: unknown): z.output<T> {
  return stripUnknown(schema).parse(value) as z.output<T>;
}

function stripUnknown(schema: z.ZodObject): z.ZodObject {
  const shape = Object.entries(schema.shape).map(([key, inner]) => [
    key,
    inner instanceof z.ZodObject ? stripUnknown(inner) : inner,
  ]);
  return z.object(Object.fromEntries(shape));
}
