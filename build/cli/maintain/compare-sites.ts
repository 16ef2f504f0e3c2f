import { existsSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { Client } from "../../core/fetch/http-client.ts";
import { lastOf } from "../../core/game/targets.ts";
import { COLLECTION_NAMES } from "../../core/schema/collections.ts";
import type { Manifest } from "../../core/schema/manifest.ts";
import { OPERATIONS } from "../../core/schema/operations.ts";
import { type PatchChange, PatchSchema } from "../../core/schema/patch.ts";
import { readManifest } from "../../core/site/read-manifest.ts";
import { isTarball, openSiteFiles } from "../../core/site/site-files.ts";
import { type GameData, newestPatch } from "../../generator/data/game-data.ts";
import { referenceAsOf } from "../../generator/documents/contract.ts";
import { property, slotOf, valueAt } from "../../generator/history/address.ts";
import { changesBetween } from "../../generator/history/changes-between.ts";
import { overlaps } from "../../generator/history/rewind.ts";
import { createDocuments } from "../../generator/make-documents.ts";
import { componentSchemas } from "../../generator/openapi/components.ts";
import { readBuildSettings } from "../settings.ts";
import { offeredPatch, readableData } from "../terminal/data-folder.ts";
import { InputError, terminal } from "../terminal/terminal.ts";
import { editedPatches } from "./compare-data.ts";
import { isRevision, withRevision } from "./git.ts";

/** As much of a patch as is compared. A site of another version may have other fields. */
const ComparedPatchSchema = PatchSchema.pick({ id: true, kind: true, name: true, changes: true });

type Patch = z.output<typeof ComparedPatchSchema>;

const FiguresSchema = z
  .array(z.object({ field: z.string(), value: z.unknown() }))
  .transform((figures) => Object.fromEntries(figures.map(({ field, value }) => [field, value])));

/** A thing of any list, or a part of it. */
const ThingSchema = z.looseObject({ id: z.string(), figures: FiguresSchema.optional() });
const ThingsSchema = ThingSchema.extend({
  abilities: z.array(ThingSchema).optional(),
  perks: z.array(ThingSchema).optional(),
});

/** What differs between two sites. */
export type Diff = Awaited<ReturnType<typeof compareSites>>;

/** Compares two sites by their manifests and the values in their collections. */
export async function compareSites(old: ComparedSite, now: ComparedSite) {
  const [before, after] = [await patchesOf(old), await patchesOf(now)];
  const isIn = (list: readonly Patch[]) => (patch: Patch) => list.some(({ id }) => id === patch.id);
  const added = after.filter((patch) => !isIn(before)(patch));
  const removed = before.filter((patch) => !isIn(after)(patch));
  const all = changesBetween(await stateOfSite(old), await stateOfSite(now));
  const values = all.filter(({ target }) => !OURS.test(target));
  const recorded = [...added, ...removed].flatMap(({ changes }) => changes);
  const lost = missingNames(spellingsOf(old), spellingsOf(now));
  const lostValues = missingNames(await enumsOf(old), await enumsOf(now));
  const documents = await compareDocuments(old, now);
  return {
    old: { label: old.label, patch: old.manifest.patch },
    new: { label: now.label, patch: now.manifest.patch },
    patches: { added, removed },
    editedPatches: editedPatches(before.filter(isIn(after)), after.filter(isIn(before))),
    // Without those of which a patch of one side alone has a change.
    values: values.filter(({ target }) => !recorded.some((one) => overlaps(one.target, target))),
    spellings: { gained: missingNames(spellingsOf(now), spellingsOf(old)), lost },
    documents,
    // What a client may have relied on.
    breaking: [
      ...documents.removed.map((path) => `${path} is gone`),
      ...lost.map(({ resource, spelling }) => `"${spelling}" no longer resolves to ${resource}`),
      ...values.flatMap(lostIds).map((id) => `the id ${id} is gone`),
      ...lostValues.map(({ resource, spelling }) => `${resource} no longer has "${spelling}"`),
    ],
  };
}

/** Spellings, sums and addresses, and the English name, which is among the names. */
const OURS = /\/(aliases|total|portrait|thumbnail)$|^heroes\/[^/]+\/name$/;

/** Compares what two maps have by path. */
export function comparePaths(old: ReadonlyMap<string, unknown>, now: ReadonlyMap<string, unknown>) {
  return {
    added: [...now.keys()].filter((path) => !old.has(path)),
    removed: [...old.keys()].filter((path) => !now.has(path)),
    changed: [...now.keys()].filter((path) => old.has(path) && old.get(path) !== now.get(path)),
  };
}

/** A document is read where its checksum differs, or where data has none. */
async function compareDocuments(old: ComparedSite, now: ComparedSite) {
  const checksums = ({ manifest }: ComparedSite) =>
    new Map(manifest.documents.map((one) => [one.path, one.sha256 ?? one]));
  const documents = comparePaths(checksums(old), checksums(now));
  const changed = new Set<string>();
  for (const path of documents.changed) {
    // What a hero or patch does not say, a list of its parts does not say either.
    const whole = path.replace(/\/(abilities|changes)$/, "");
    if (path.startsWith("/history/") || (whole !== path && !changed.has(whole))) continue;
    if (!isDeepStrictEqual(said(await old.read(path)), said(await now.read(path))))
      changed.add(path);
  }
  return { ...documents, changed: [...changed] };
}

/** What a document says beside the patch as of which it is. */
function said(document: unknown) {
  const { meta, patch: _, ...values } = Object(document);
  return { ...values, meta: { ...meta, patch: "" } };
}

/** Whether anything at all differs. */
export function isEmpty({ patches, editedPatches, values, spellings, documents }: Diff): boolean {
  const lists = [patches, spellings, documents].flatMap((lists) => Object.values(lists));
  return [editedPatches, values, ...lists].every((list) => list.length === 0);
}

function patchesOf(site: ComparedSite) {
  return readList(site, `/v1/${site.manifest.game}/patches`, ComparedPatchSchema.strip());
}

/** The items of a list. Throws `InputError` where they are not as this version reads them. */
async function readList<T>(site: ComparedSite, path: string, item: z.ZodType<T>): Promise<T[]> {
  const { data } = z.object({ data: z.array(item) }).safeParse(await site.read(path));
  if (data !== undefined) return data.data;
  throw new InputError(`${site.label}: ${path} has a format that this version does not read`);
}

/** What a site says of the game, in the form of a state: with the figures and perks of details. */
async function stateOfSite(site: ComparedSite) {
  const state: Record<string, object[]> = {};
  for (const name of COLLECTION_NAMES)
    state[name] = await readList(site, `/v1/${site.manifest.game}/${name}`, ThingsSchema);
  for (const hero of await readList(site, "/details/heroes.json", ThingsSchema)) {
    const path = `heroes/${hero.id}`;
    for (const { id, figures } of hero.abilities ?? [])
      slotOf(state, `${path}/abilities/${id}/figures`)?.set(figures);
    const perks = hero.perks?.map(({ id, tier, name, figures }) => ({ id, tier, name, figures }));
    slotOf(state, `${path}/perks`)?.set(perks);
  }
  return state;
}

/** The ids inside a document that a change takes away. */
function lostIds({ target, from, to }: PatchChange) {
  if (Array.isArray(from))
    return from.flatMap(({ id }) => (valueAt(to, [id]) === undefined ? [`${target}/${id}`] : []));
  const isPart = target.split("/").length > 2 || /^(roles|modes)\//.test(target);
  return to === undefined && isPart && property(from, "id") !== undefined ? [target] : [];
}

/** Names by what has them: the spellings of a resource, the values of an enumeration. */
type Names = ReadonlyMap<string, readonly string[]>;

/** The names that an owner has on one side, and not on the other, which knows the owner. */
function missingNames(names: Names, others: Names) {
  return [...names].flatMap(([resource, own]) => {
    const known = others.get(resource) ?? own;
    return own
      .filter((spelling) => !known.includes(spelling))
      .map((spelling) => ({ resource, spelling }));
  });
}

function spellingsOf({ manifest }: ComparedSite): Names {
  const things = manifest.documents.filter(({ path }) =>
    /^\/v1\/[^/]+\/(heroes|maps)\/[^/]+$/.test(path),
  );
  return new Map(things.map(({ path, spellings }) => [path, spellings.map(lastOf)]));
}

/** The enumerations of a site's description. */
async function enumsOf(site: ComparedSite): Promise<Names> {
  const description = await site.read(OPERATIONS.getDescription.path);
  const schemas = Object(valueAt(description, ["components", "schemas"]));
  return new Map(
    Object.keys(schemas).flatMap((name) => {
      const values = valueAt(schemas, [name, "enum"]);
      return Array.isArray(values) ? [[name, values]] : [];
    }),
  );
}

/** What is compared of a manifest. Data has no checksums and no pages. */
export type Outline = Pick<Manifest, "game" | "patch"> &
  Partial<Pick<Manifest, "pages" | "version">> & {
    documents: readonly { path: string; spellings: readonly string[]; sha256?: string }[];
  };

/** One side of a comparison, wherever it is from. */
export type ComparedSite = {
  label: string;
  manifest: Outline;
  /** The document of a canonical path; undefined where the site has none. */
  read: (path: string) => unknown;
};

/**
 * Opens a site (a folder, a tarball or an address), a recorded patch, a git revision of the data,
 * or the data folder (`.`), which `load` reads. `open` is called while it can be read.
 */
export async function withSite(
  name: string,
  dataDir: string,
  load: () => GameData,
  open: (site: ComparedSite) => Promise<void>,
): Promise<void> {
  if (/^https?:\/\//.test(name)) {
    const { withClient } = await import("../terminal/with-client.ts"); // undici is slow to load
    return await withClient(name, async (client) => open(await served(client, name)));
  }
  if (existsSync(join(name, "manifest.json")) || (isTarball(name) && existsSync(name)))
    return await open(built(name));
  if (name === ".") return await open(ofData("the data folder", dataDir, load()));
  if (/^\d{4}-\d{2}-\d{2}(-[b-z])?$/.test(name))
    return await open(ofData(name, dataDir, load(), offeredPatch(load(), name)));
  if (isRevision(dataDir, name))
    return await open(ofData(name, dataDir, withRevision(dataDir, name, readableData)));
  throw new InputError(
    `"${name}" is neither a site (a folder or a tarball with a manifest.json, or an address), ` +
      `nor a recorded patch, nor a git revision of ${dataDir}`,
  );
}

function built(site: string) {
  const files = openSiteFiles(site);
  return comparedSite(site, readManifest(files, site), ({ file }) => `${files.read(file)}`);
}

async function served(client: Client, address: string) {
  const { fetchContent } = await import("../../core/fetch/fetch-site.ts");
  const { fetchManifest } = await import("../../core/fetch/fetch-manifest.ts");
  const { manifest } = await fetchManifest(client);
  return comparedSite(address, manifest, async (document) => {
    const fetched = await fetchContent(client, { ...document, files: [document.file] });
    if ("fault" in fetched) throw new InputError(`${address}: ${fetched.fault}`);
    return `${fetched.body}`;
  });
}

function ofData(label: string, dir: string, data: GameData, patch = newestPatch(data)) {
  // Both sides have one version, since another commit is not a difference.
  const env = { ...terminal().env, GAMEDATA_VERSION: "compared" };
  const options = { ...readBuildSettings(env, dir), patch };
  const site = createDocuments(data, options);
  const manifest = { game: data.game.id, patch, documents: site.outline };
  // The rest of the description quotes documents.
  const description = {
    components: { schemas: componentSchemas(referenceAsOf(data, patch, options)) },
  };
  const isDescription = (path: string) => path === OPERATIONS.getDescription.path;
  const read = (path: string) => (isDescription(path) ? description : site.documentAt(path));
  return { label, manifest, read };
}

function comparedSite(
  label: string,
  manifest: Manifest,
  textOf: (document: Manifest["documents"][number]) => string | Promise<string>,
) {
  const read = async (path: string): Promise<unknown> => {
    const document = manifest.documents.find((one) => one.path === path);
    if (document === undefined) return undefined;
    try {
      return JSON.parse(await textOf(document));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new InputError(
        `${label}: ${document.file} is not JSON; gamedata verify shows whether the site is whole`,
      );
    }
  };
  return { label, manifest, read };
}
