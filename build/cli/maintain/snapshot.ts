import * as z from "zod";
import { PatchCollectionSchema } from "../../core/schema/answer-shapes.ts";
import { COLLECTION_NAMES, collectionOf, type GameState } from "../../core/schema/collections.ts";
import { ChangeDetailsSchema, type Figure, HeroDetailsSchema } from "../../core/schema/details.ts";
import type { Figures } from "../../core/schema/figures.ts";
import type { Correction } from "../../core/schema/game.ts";
import type { Manifest } from "../../core/schema/manifest.ts";
import type { Effect, Patch, PatchChange, PatchFile } from "../../core/schema/patch.ts";
import { sha256Of } from "../../core/site/digest.ts";
import { readManifest } from "../../core/site/read-manifest.ts";
import { openSiteFiles } from "../../core/site/site-files.ts";
import { sortFigures } from "../../generator/history/draft.ts";
import type { SiteInMemory } from "../../generator/make-documents.ts";
import { InputError } from "../terminal/terminal.ts";

/** As much of the details as is compared. A site of another version may have other fields. */
const KitsSchema = z.object({
  data: z.array(HeroDetailsSchema.pick({ id: true, abilities: true, perks: true }).strip()),
});
const ChangesSchema = z.object({
  changes: z.array(
    ChangeDetailsSchema.pick({ target: true, from: true, to: true, effect: true }).strip(),
  ),
});

/** A document of a snapshot, with every path that answers with it. */
export type SnapshotDocument = { value: unknown; spellings: readonly string[]; sha256: string };

/** A whole site at one moment, wherever it is from. */
export type Snapshot = {
  label: string;
  patch: string;
  /** By canonical path. */
  documents: ReadonlyMap<string, SnapshotDocument>;
  state: GameState;
  patches: Patch[];
  /** The corrections of the data. Undefined where a built site was read, which lists none. */
  corrections?: readonly Correction[];
  /** What patches of the data do not explain, by their ids. Undefined as above. */
  unexplained?: ReadonlyMap<string, PatchFile["unexplained"]>;
  /** What each change means, by `effectKey`. */
  effects: ReadonlyMap<string, Effect>;
  /** The checksum of the answer at each path, pages too. Undefined where no built site was read. */
  checksums?: ReadonlyMap<string, string>;
};

/** The key of a change of a patch. */
export function effectKey(patch: string, target: string): string {
  return `${patch} ${target}`;
}

/** The data or the site is there, but this version cannot read it. The message says why. */
export class SnapshotError extends InputError {}

/**
 * Reads the snapshot of a built site, a folder or a tarball. Throws `ManifestError`, and
 * `SnapshotError` where the documents have unknown shapes.
 */
export function readSnapshot(site: string): Snapshot {
  const files = openSiteFiles(site);
  const manifest = readManifest(files, site);
  try {
    const snapshot = snapshotOf(site, manifest, ({ file }) => JSON.parse(`${files.read(file)}`));
    const own = sha256Of(files.read("manifest.json") ?? Buffer.alloc(0));
    return { ...snapshot, checksums: checksumsByPath(manifest, own) };
  } catch (error) {
    if (!(error instanceof z.ZodError || error instanceof SyntaxError)) throw error;
    throw new SnapshotError(
      `${site} has documents in a format that this version does not read; gamedata verify shows ` +
        "whether it is complete",
    );
  }
}

/** The snapshot of a site in memory, with what only its data tells. */
export function snapshotOfSite(
  label: string,
  { manifest, textOf }: SiteInMemory,
  data?: { corrections: readonly Correction[]; patches: readonly PatchFile[] },
): Snapshot {
  const snapshot = snapshotOf(label, manifest, ({ file }) => JSON.parse(textOf(file)));
  if (data === undefined) return snapshot;
  const unexplained = new Map(data.patches.map((patch) => [patch.id, patch.unexplained]));
  return { ...snapshot, corrections: data.corrections, unexplained };
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
  const answerAt = (collection: string) =>
    documents.get(`/v1/${manifest.game}/${collection}`)?.value;
  const state = Object.fromEntries(
    COLLECTION_NAMES.map((name) => {
      const { resourceSchema, stateSchema } = collectionOf(name);
      const { data } = z.object({ data: z.array(resourceSchema) }).parse(answerAt(name));
      return [name, data.map((thing) => stateOnly(stateSchema, thing))];
    }),
  ) as GameState;
  const { data: patches } = PatchCollectionSchema.parse(answerAt("patches"));
  const details = (path: string) => documents.get(`/details/${path}.json`)?.value;
  addDetails(state, KitsSchema.parse(details("heroes")).data);
  return {
    label,
    patch: manifest.patch,
    documents,
    state,
    patches: patches.map((patch) => recordedPatch(patch, details(`patches/${patch.id}`))),
    effects: new Map(patches.flatMap(({ id }) => effectsOf(id, details(`patches/${id}`)))),
  };
}

function effectsOf(patch: string, details: unknown): [string, Effect][] {
  const { changes } = ChangesSchema.parse(details);
  return changes.map(({ target, effect }) => [effectKey(patch, target), effect]);
}

/** Adds figures and perks to a state. Documents outside `/v1` hold them. */
function addDetails({ heroes }: GameState, details: z.output<typeof KitsSchema>["data"]): void {
  const byId = new Map(details.map((one) => [one.id, one]));
  for (const hero of heroes) {
    const { abilities = [], perks = [] } = byId.get(hero.id) ?? {};
    const figures = abilities.flatMap(({ id, figures: own }) => {
      const values = valuesOf(own.filter(({ field }) => field !== "cooldown"));
      return values === undefined ? [] : [[id, values] as const];
    });
    if (figures.length > 0) hero.figures = sortFigures(Object.fromEntries(figures));
    if (perks.length === 0) continue;
    hero.perks = perks.map(({ id, tier, name, figures: own }) => {
      const values = valuesOf(own);
      return { id, tier, name, ...(values && { figures: values }) };
    });
  }
}

function valuesOf(figures: readonly Figure[]): Figures | undefined {
  if (figures.length === 0) return undefined;
  return sortFigures(Object.fromEntries(figures.map(({ field, value }) => [field, value])));
}

/** A patch as it is recorded. Only its details have the figures of whole things. */
function recordedPatch(patch: Patch, details: unknown): Patch {
  const changes = ChangesSchema.parse(details).changes.map(
    (change): PatchChange => ({
      target: change.target,
      ...("from" in change ? { from: change.from } : {}),
      ...("to" in change ? { to: change.to } : {}),
    }),
  );
  return { ...patch, changes };
}

/**
 * A thing without what the API adds: aliases, sums, addresses, and null for the sub-role of a hero
 * from before there were any.
 */
function stateOnly<T extends z.ZodObject>(schema: T, value: object): z.output<T> {
  const { subrole, ...rest }: { subrole?: unknown } = value;
  return stripUnknown(schema).parse(subrole === null ? rest : value) as z.output<T>;
}

function stripUnknown(schema: z.ZodObject): z.ZodObject {
  const shape = Object.entries(schema.shape).map(([key, inner]) => [
    key,
    inner instanceof z.ZodObject ? stripUnknown(inner) : inner,
  ]);
  return z.object(Object.fromEntries(shape));
}

/** The checksum of the answer at each path of a site: spellings, pages and the manifest. */
function checksumsByPath({ documents, pages }: Manifest, manifestSum: string) {
  return new Map([
    ...documents.flatMap(({ spellings, sha256 }) =>
      spellings.map((path) => [path, sha256] as const),
    ),
    ...pages.map(({ path, sha256 }) => [path, sha256] as const),
    ["/manifest.json", manifestSum] as const,
  ]);
}
