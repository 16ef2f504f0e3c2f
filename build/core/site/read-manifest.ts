import * as z from "zod";
import { ExpectedError } from "../errors.ts";
import {
  DocumentSchema,
  HostFileSchema,
  MANIFEST_FORMAT,
  type Manifest,
  ManifestSchema,
  PageSchema,
  ProblemFileSchema,
} from "../schema/manifest.ts";
import type { SiteFiles } from "./folder-files.ts";
import { manifestFault } from "./manifest-fault.ts";
import { parseJson } from "./parse-json.ts";
import { joinKeepingPrefix } from "./site-folder.ts";
import { runSteps, type Steps } from "./steps.ts";

/** There is no site that can be read. The message says why. */
export class ManifestError extends ExpectedError {}

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
