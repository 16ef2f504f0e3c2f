import { existsSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { Client } from "../../core/fetch/http-client.ts";
import type { Manifest } from "../../core/schema/manifest.ts";
import { type PatchChange, PatchSchema } from "../../core/schema/patch.ts";
import { readManifest } from "../../core/site/read-manifest.ts";
import { isTarball, openSiteFiles } from "../../core/site/site-files.ts";
import { type GameData, newestPatch } from "../../generator/data/game-data.ts";
import { overlaps } from "../../generator/history/rewind.ts";
import { documentsInMemory } from "../../generator/make-documents.ts";
import { readBuildSettings } from "../settings.ts";
import { offeredPatch, readableData } from "../terminal/data-folder.ts";
import { InputError, terminal } from "../terminal/terminal.ts";
import { type EditedChange, editedPatches } from "./edited-patches.ts";
import { isRevision, withRevision } from "./git.ts";

/** What differs between two sites. */
export type Diff = {
  old: { label: string; patch: string };
  new: { label: string; patch: string };
  /** Patches that only one side has, newest first. */
  patches: { added: Patch[]; removed: Patch[] };
  /** Patches that both sides have with other changes. */
  editedPatches: { patch: string; changes: EditedChange[] }[];
  /** Values that differ although no patch of one side alone has a change of them. */
  values: PatchChange[];
  spellings: { gained: Spelling[]; lost: Spelling[] };
  /** Canonical paths. Those that changed answer with other bytes. */
  documents: { added: string[]; removed: string[]; changed: string[] };
  /** What a client may have relied on and that is gone: paths, spellings, ids, enum values. */
  breaking: string[];
};

export type Spelling = { resource: string; spelling: string };

/** As much of a patch as is compared. A site of another version may have other fields. */
const ComparedPatchSchema = PatchSchema.pick({ id: true, kind: true, name: true, changes: true });
const PatchesSchema = z.object({ data: z.array(ComparedPatchSchema.strip()) });
const ListSchema = z.object({ data: z.array(z.looseObject({ id: z.string() })) });

/** Values by field. */
const FiguresSchema = z
  .array(z.object({ field: z.string(), value: z.unknown() }))
  .transform((list) => Object.fromEntries(list.map(({ field, value }) => [field, value])));

/** What the details have of a hero beside its resource. */
const DetailsSchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      abilities: z.array(z.object({ id: z.string(), figures: FiguresSchema })),
      perks: z.array(
        z.object({
          id: z.string(),
          tier: z.string(),
          name: z.string(),
          figures: FiguresSchema,
        }),
      ),
    }),
  ),
});

/** The enumerations of a description, each of which is a component. */
const DescriptionSchema = z.object({
  components: z.object({
    schemas: z.record(z.string(), z.looseObject({ enum: z.array(z.string()).default([]) })),
  }),
});

export type Patch = z.output<typeof ComparedPatchSchema>;

/** Compares two sites by their manifests and the values in their collections. */
export async function compareSites(old: ComparedSite, now: ComparedSite): Promise<Diff> {
  const before = await patchesOf(old);
  const after = await patchesOf(now);
  const isIn = (list: readonly Patch[]) => (patch: Patch) => list.some(({ id }) => id === patch.id);
  const added = after.filter((patch) => !isIn(before)(patch));
  const removed = before.filter((patch) => !isIn(after)(patch));
  const values = changesBetween(await valuesOf(old), await valuesOf(now));
  const recorded = [...added, ...removed].flatMap(({ changes }) => changes);
  const spellings = compareSpellings(old.manifest, now.manifest);
  const sumsOf = ({ documents }: Manifest) =>
    new Map(documents.map(({ path, sha256 }) => [path, sha256]));
  const documents = comparePaths(sumsOf(old.manifest), sumsOf(now.manifest));
  return {
    old: { label: old.label, patch: old.manifest.patch },
    new: { label: now.label, patch: now.manifest.patch },
    patches: { added, removed },
    editedPatches: editedPatches(before, after),
    values: values.filter(({ target }) => !recorded.some((one) => overlaps(one.target, target))),
    spellings,
    documents,
    breaking: [
      ...documents.removed.map((path) => `${path} is gone`),
      ...spellings.lost.map((one) => `"${one.spelling}" no longer resolves to ${one.resource}`),
      ...values
        .filter(({ target, from, to }) => to === undefined && isElement(from) && isPart(target))
        .map(({ target }) => `the id ${target} is gone`),
      ...(await lostEnumValues(old, now)),
    ],
  };
}

/** Compares checksums by path. */
export function comparePaths(
  old: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): { added: string[]; removed: string[]; changed: string[] } {
  return {
    added: [...now.keys()].filter((path) => !old.has(path)),
    removed: [...old.keys()].filter((path) => !now.has(path)),
    changed: [...now.keys()].filter((path) => old.has(path) && old.get(path) !== now.get(path)),
  };
}

/** Whether anything at all differs. */
export function isEmpty({ patches, editedPatches, values, spellings, documents }: Diff): boolean {
  const lists = [patches, spellings, documents].flatMap((lists) => Object.values(lists));
  return [editedPatches, values, ...lists].every((list) => list.length === 0);
}

async function patchesOf(site: ComparedSite): Promise<Patch[]> {
  return (await readAs(PatchesSchema, site, `/v1/${site.manifest.game}/patches`)).data;
}

async function readAs<T>(schema: z.ZodType<T>, site: ComparedSite, path: string): Promise<T> {
  const parsed = schema.safeParse(await site.read(path));
  if (parsed.success) return parsed.data;
  throw new InputError(`${site.label}: ${path} has a format that this version does not read`);
}

/** Values by their targets. An object with an id is there as a whole, too. */
type Values = Map<string, unknown>;

/** Fields that are not values of the game: spellings, sums and addresses. */
const NOT_COMPARED = new Set(["id", "aliases", "total", "portrait", "thumbnail"]);

async function valuesOf(site: ComparedSite): Promise<Values> {
  const values: Values = new Map();
  for (const name of ["heroes", "maps", "roles", "modes"]) {
    const { data } = await readAs(ListSchema, site, `/v1/${site.manifest.game}/${name}`);
    for (const thing of data) addValues(values, `${name}/${thing.id}`, thing);
  }
  const details = await readAs(DetailsSchema, site, "/details/heroes.json");
  for (const { id, abilities, perks } of details.data) {
    for (const ability of abilities)
      addValues(values, `heroes/${id}/abilities/${ability.id}`, ability.figures);
    for (const perk of perks) addValues(values, `heroes/${id}/perks/${perk.id}`, perk);
  }
  return values;
}

function addValues(values: Values, path: string, value: unknown): void {
  if (!isObject(value)) values.set(path, value);
  else if (Array.isArray(value)) {
    for (const element of value)
      if (isElement(element)) addValues(values, `${path}/${element.id}`, element);
    // The order of a kit is part of the contract.
    if (path.endsWith("/abilities"))
      values.set(
        path,
        value.map(({ id }) => id),
      );
  } else {
    if (isElement(value)) values.set(path, value);
    for (const [key, inner] of Object.entries(value)) {
      const isRepeated = key === "name" && "names" in value;
      if (NOT_COMPARED.has(key) || isRepeated) continue;
      addValues(values, key === "figures" ? path : `${path}/${key}`, inner);
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isElement(value: unknown): value is { id: string } {
  return isObject(value) && "id" in value;
}

/** Whether a target is inside a document, which is not gone itself. */
function isPart(target: string): boolean {
  return target.split("/").length > 2 || /^(roles|modes)\//.test(target);
}

/** The values that differ. Of a whole thing that one side lacks, the parts are not listed. */
function changesBetween(old: Values, now: Values): PatchChange[] {
  const targets = [...new Set([...old.keys(), ...now.keys()])];
  const isWhole = (target: string) =>
    old.has(target) !== now.has(target) && isElement(old.get(target) ?? now.get(target));
  const wholes = new Set(targets.filter(isWhole));
  return targets.flatMap((target): PatchChange[] => {
    const from = old.get(target);
    const to = now.get(target);
    const areSame = isElement(from) && isElement(to); // their parts are compared
    if (areSame || isDeepStrictEqual(from, to)) return [];
    if ([...wholes].some((whole) => target.startsWith(`${whole}/`))) return [];
    if (Array.isArray(from) && Array.isArray(to))
      return isReordered(from, to) ? [{ target, from: from.join(", "), to: to.join(", ") }] : [];
    return [{ target, ...(old.has(target) ? { from } : {}), ...(now.has(target) ? { to } : {}) }];
  });
}

/** Whether the ids that two lists share have another order. */
function isReordered(old: readonly unknown[], now: readonly unknown[]): boolean {
  const shared = (list: readonly unknown[], other: readonly unknown[]) =>
    list.filter((id) => other.includes(id));
  return !isDeepStrictEqual(shared(old, now), shared(now, old));
}

function compareSpellings(old: Manifest, now: Manifest): Diff["spellings"] {
  const spellingsOf = ({ documents }: Manifest) =>
    new Map(
      documents
        .filter(({ path }) => /^\/v1\/[^/]+\/(heroes|maps)\/[^/]+$/.test(path))
        .map(({ path, spellings }) => [path, spellings.map((one) => one.split("/").at(-1) ?? "")]),
    );
  const before = spellingsOf(old);
  const after = spellingsOf(now);
  const missing = (from: typeof before, to: typeof before) =>
    [...from].flatMap(([resource, own]) => {
      const others = to.get(resource);
      const lost = others === undefined ? [] : own.filter((one) => !others.includes(one));
      return lost.map((spelling) => ({ resource, spelling }));
    });
  return { gained: missing(after, before), lost: missing(before, after) };
}

/** Values of enumerations that the description of the old side has and the other has not. */
async function lostEnumValues(old: ComparedSite, now: ComparedSite): Promise<string[]> {
  const [before, after] = await Promise.all(
    [old, now].map((site) => readAs(DescriptionSchema, site, "/v1/openapi.json")),
  );
  return Object.entries(before?.components.schemas ?? {}).flatMap(([name, { enum: values }]) => {
    const others = after?.components.schemas[name]?.enum ?? values;
    const lost = values.filter((value) => !others.includes(value));
    return lost.map((value) => `${name} no longer has "${value}"`);
  });
}

/** One side of a comparison, wherever it is from. */
export type ComparedSite = {
  label: string;
  manifest: Manifest;
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

function built(site: string): ComparedSite {
  const files = openSiteFiles(site);
  return comparedSite(site, readManifest(files, site), ({ file }) => `${files.read(file)}`);
}

async function served(client: Client, address: string): Promise<ComparedSite> {
  const { fetchContent } = await import("../../core/fetch/fetch-site.ts");
  const { fetchManifest } = await import("../../core/fetch/fetch-manifest.ts");
  const { manifest } = await fetchManifest(client);
  return comparedSite(address, manifest, async (document) => {
    const fetched = await fetchContent(client, { ...document, files: [document.file] });
    if ("fault" in fetched) throw new InputError(`${address}: ${fetched.fault}`);
    return `${fetched.body}`;
  });
}

function ofData(label: string, dir: string, data: GameData, patch?: string): ComparedSite {
  // Both sides have one version, since another commit is not a difference.
  const env = { ...terminal().env, GAMEDATA_VERSION: "compared" };
  const options = { ...readBuildSettings(env, dir), patch: patch ?? newestPatch(data) };
  const { manifest, textOf } = documentsInMemory(data, options);
  return comparedSite(label, manifest, ({ file }) => textOf(file));
}

function comparedSite(
  label: string,
  manifest: Manifest,
  textOf: (document: Manifest["documents"][number]) => string | Promise<string>,
): ComparedSite {
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
