import * as z from "zod";
import { PatchSchema } from "./patch.ts";
import { IdSchema, PatchIdSchema, UrlSchema } from "./values.ts";

/** Raised when a reader of the old list could misread the new one. */
export const VERSIONS_FORMAT = 1;

const DIGIT = "[0-9]";

/**
 * A version's name as a regular expression for any engine: the patch, and eight digits of the
 * checksum of its documents. A correction of an older state gives it another name, so that what
 * is under a name never changes.
 */
export const VERSION_SOURCE = `${DIGIT.repeat(4)}-${DIGIT.repeat(2)}-${DIGIT.repeat(2)}(?:-[b-z])?-${"[0-9a-f]".repeat(8)}`;

const VERSION = new RegExp(`^${VERSION_SOURCE}$`);

/** The name of a version: `2026-08-11-1a2b3c4d`. */
export const VersionNameSchema = z
  .string()
  .regex(VERSION)
  .describe("The patch, and eight digits of the checksum of its documents.");

/** What a template of addresses has in the place of a version's name. */
export const VERSION_PLACEHOLDER = "{version}";

/** One state of the game with an address of its own. */
const VersionSchema = z
  .object({
    version: VersionNameSchema,
    patch: PatchIdSchema,
    name: PatchSchema.shape.name,
    kind: PatchSchema.shape.kind,
    address: UrlSchema.describe("Where it is served. What is below it never changes."),
    files: z.int().positive().describe("Files in its folder, including compressed siblings."),
    bytes: z.int().positive().describe("Total size of these files."),
    manifest: z
      .object({
        bytes: z.int().positive().describe("Its size."),
        sha256: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .describe("Its checksum."),
      })
      .describe("The version's manifest.json."),
  })
  .meta({ id: "Version" });

/**
 * `versions.json` above the sites of several patches: where each state of the game is published.
 */
export const VersionsSchema = z
  .object({
    format: z.literal(VERSIONS_FORMAT).describe("Raised when old readers could misread the list."),
    game: IdSchema,
    baseUrl: UrlSchema.describe("The address above all versions, where the newest is served."),
    latest: VersionNameSchema.describe("The version of the newest patch."),
    versions: z.array(VersionSchema).min(1).describe("Newest first, one for each patch."),
  })
  .refine(({ latest, versions }) => versions[0]?.version === latest)
  .refine(({ versions }) => versions.every(({ version, patch }) => isVersionOf(version, patch)))
  .meta({ id: "Versions", description: "The site as of each patch." });

export type Version = z.infer<typeof VersionSchema>;

export type Versions = z.infer<typeof VersionsSchema>;

/** Whether a deployment's address is a version's, below which nothing ever changes. */
export function isVersionAddress(url: string): boolean {
  return VERSION.test(url.slice(url.lastIndexOf("/") + 1));
}

/** Whether a version's name is one of this patch's. */
export function isVersionOf(version: string, patch: string): boolean {
  return VERSION.test(version) && version.slice(0, -"-12345678".length) === patch;
}
