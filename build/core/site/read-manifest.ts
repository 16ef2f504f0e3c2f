import * as z from "zod";
import { ManifestError } from "../errors.ts";
import {
  DocumentSchema,
  HostFileSchema,
  MANIFEST_FORMAT,
  type Manifest,
  ManifestSchema,
  PageSchema,
  ProblemFileSchema,
} from "../schema/manifest.ts";
import { lookupKey } from "../spelling/fold.ts";
import { MAX_FILE_BYTES, MAX_SITE_BYTES } from "./codings.ts";
import { contentNameFault, hasFittingEnding, isHostFileName, nameFault } from "./file-names.ts";
import { parseJson } from "./parse-json.ts";
import { documentFile, listedFiles, pageFile, problemFile } from "./path-files.ts";
import { joinKeepingPrefix, type SiteFiles } from "./site-files.ts";
import { runSteps, type Steps } from "./steps.ts";

/** Reads a site's manifest. Throws `ManifestError`. */
export function readManifest(files: SiteFiles, site: string): Manifest {
  return runSteps(readManifestInSteps(files, site));
}

/** `readManifest` in steps, between which other work can run. */
export function* readManifestInSteps(files: SiteFiles, site: string): Steps<Manifest> {
  const path = joinKeepingPrefix(site, "manifest.json");
  const body = files.read("manifest.json");
  if (body === undefined)
    throw new ManifestError(`${path} does not exist; build the site first or pass another path`);
  return yield* parseManifestInSteps(body, path);
}

/**
 * Parses a manifest in steps, between which other work can run. Throws `ManifestError`, whose
 * message names `path`.
 */
export function* parseManifestInSteps(body: Buffer, path: string): Steps<Manifest> {
  const value = parseJson(body);
  refuseOtherFormat(value, path);
  const outline = OutlineSchema.safeParse(value);
  if (!outline.success) throw unreadable(path);
  const manifest = {
    ...outline.data,
    documents: yield* parseEach(DocumentSchema, outline.data.documents, path),
    problems: yield* parseEach(ProblemFileSchema, outline.data.problems, path),
    pages: yield* parseEach(PageSchema, outline.data.pages, path),
    hosts: yield* parseEach(HostFileSchema, outline.data.hosts, path),
  };
  const fault = yield* manifestFault(manifest);
  if (fault !== undefined) throw new ManifestError(`${path} cannot be trusted: ${fault}`);
  return manifest;
}

/** A manifest whose lists are still to be parsed. */
const OutlineSchema = ManifestSchema.extend({
  documents: z.array(z.unknown()),
  problems: z.array(z.unknown()),
  pages: z.array(z.unknown()),
  hosts: z.array(z.unknown()),
});

function* parseEach<T>(schema: z.ZodType<T>, values: readonly unknown[], path: string): Steps<T[]> {
  const parsed: T[] = [];
  for (const value of values) {
    const { success, data } = schema.safeParse(value);
    if (!success) throw unreadable(path);
    parsed.push(data);
    yield;
  }
  return parsed;
}

function refuseOtherFormat(value: unknown, path: string): void {
  const format =
    typeof value === "object" && value !== null && "format" in value ? value.format : undefined;
  if (typeof format !== "number" || format === MANIFEST_FORMAT) return;
  const remedy =
    format > MANIFEST_FORMAT ? "use a newer version of gamedata" : "build the site again";
  throw new ManifestError(
    `${path} has format ${format}, and this version reads format ${MANIFEST_FORMAT}; ${remedy}`,
  );
}

function unreadable(path: string): ManifestError {
  return new ManifestError(
    `${path} is not a manifest that this version reads; build the site again`,
  );
}

/**
 * What is wrong with a manifest that may come from anywhere; undefined where the generator could
 * have written it. It works in steps, since a manifest may have 100,000 spellings.
 */
export function* manifestFault(manifest: Manifest): Steps<string | undefined> {
  for (const document of manifest.documents) {
    const fault = yield* documentFault(document);
    if (fault !== undefined) return fault;
  }
  return (
    manifest.problems.map(problemFault).find(Boolean) ??
    manifest.pages.map(pageFault).find(Boolean) ??
    manifest.hosts.map(hostFault).find(Boolean) ??
    (yield* sizeFault(manifest)) ??
    (yield* doubleFault(manifest))
  );
}

function* documentFault({
  path,
  file,
  spellings,
}: Manifest["documents"][number]): Steps<string | undefined> {
  if (spellings[0] !== path)
    return `the first spelling of ${quote(path)} is not its canonical path`;
  const fault = fileFault(file, path, documentFile(path));
  if (fault !== undefined) return fault;
  const canonical = path.split("/");
  for (const spelling of spellings) {
    const fault = nameFault(spelling.slice(1)) ?? nameFault(documentFile(spelling));
    if (fault !== undefined) return `${quote(spelling)} ${fault}`;
    const segments = spelling.split("/");
    const other = segments.filter((segment, at) => segment !== canonical[at]);
    if (segments.length !== canonical.length || other.length > 1)
      return `${quote(spelling)} is not a spelling of ${quote(path)}`;
    yield;
  }
  return undefined;
}

function problemFault({ path, file }: Manifest["problems"][number]): string | undefined {
  return fileFault(file, path, problemFile(path));
}

function pageFault({ path, file, type }: Manifest["pages"][number]): string | undefined {
  const isPage = file === pageFile(path) && type.startsWith("text/html");
  const fault = fileFault(file, path, isPage ? file : path.slice(1));
  return (
    fault ??
    (hasFittingEnding(file, type)
      ? undefined
      : `${quote(file)} is not a valid name for a file of type ${type}`)
  );
}

/** What is wrong with the file of a path. */
function fileFault(file: string, path: string, expected: string): string | undefined {
  if (file !== expected) return `${quote(file)} is not the file of ${quote(path)}`;
  const fault = contentNameFault(file);
  return fault && `${quote(file)} ${fault}`;
}

function hostFault({ file }: Manifest["hosts"][number]): string | undefined {
  return isHostFileName(file) ? undefined : `${quote(file)} is not a host configuration`;
}

function* sizeFault(manifest: Manifest): Steps<string | undefined> {
  let total = 0;
  for (const { file, bytes } of listedFiles(manifest)) {
    if (bytes > MAX_FILE_BYTES) return `${quote(file)} is listed with ${bytes} bytes`;
    total += bytes;
    if (total > MAX_SITE_BYTES)
      return `its files are listed with more than ${MAX_SITE_BYTES} bytes`;
    yield;
  }
  return undefined;
}

/** Finds a file with two contents, or a path with two, in any letter case. */
function* doubleFault(manifest: Manifest): Steps<string | undefined> {
  const files = new Set<string>();
  for (const { file } of listedFiles(manifest)) {
    if (files.has(file)) return `${quote(file)} is listed twice`;
    files.add(file);
    yield;
  }
  const owners = new Map<string, string>();
  for (const { path, spellings } of manifest.documents) {
    for (const spelling of spellings) {
      const key = lookupKey(spelling.slice(1).split("/"));
      const owner = owners.get(key) ?? path;
      if (owner !== path) return `${quote(spelling)} leads to ${quote(owner)} and ${quote(path)}`;
      owners.set(key, path);
      yield;
    }
  }
  const page = manifest.pages.find(({ path }) => owners.has(path));
  return page && `${quote(page.path)} is a document and a page`;
}

function quote(name: string): string {
  return JSON.stringify(name.slice(0, 80));
}
