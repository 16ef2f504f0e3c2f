import * as z from "zod";
import { IdSchema, PatchIdSchema, TextSchema, UrlSchema } from "./values.ts";

/** The format of the manifest. It is raised when an old reader could misread a new manifest. */
export const MANIFEST_FORMAT = 1;

const FileSchema = z.object({
  file: z.string().min(1).describe("Path below the site's root."),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** A path that is the site's own choice, and so needs no escaping in any configuration. */
const PathSchema = z.string().regex(/^\/([\w.~-]+(\/[\w.~-]+)*)?$/);

/** A path in any script; what has control characters is not a name. */
const SpellingSchema = z.string().regex(/^\/[^\p{Cc}]+$/u);

const MediaTypeSchema = z.string().regex(/^[a-z]+\/[a-z0-9.+-]+(; charset=utf-8)?$/);

/** A document of the API. */
export const DocumentSchema = z.object({
  path: PathSchema.describe("Canonical API path."),
  spellings: z
    .array(SpellingSchema)
    .describe(
      "Every path, percent-decoded, that answers with this document, the canonical one first; " +
        "/P is the file P.json.",
    ),
  ...FileSchema.shape,
});

/** What to answer to a path below `path` that does not resolve. */
export const ProblemFileSchema = z.object({
  path: PathSchema,
  detail: TextSchema,
  ...FileSchema.shape,
});

/** A file outside the API, with its media type. */
export const PageSchema = z.object({
  path: PathSchema,
  type: MediaTypeSchema,
  ...FileSchema.shape,
});

/** A file that only a host reads. */
export const HostFileSchema = FileSchema;

/**
 * `dist/manifest.json`: what the site holds. `.br` and `.gz` siblings of each file hold the same
 * content; pictures and fonts that are compressed as they are have none. Readers
 * ignore fields that they do not know; a change that they would misread raises `format`.
 */
export const ManifestSchema = z.object({
  format: z.literal(MANIFEST_FORMAT),
  game: IdSchema,
  patch: PatchIdSchema.describe("The patch the site describes."),
  version: z.string().min(1).describe("The commit the site was built from."),
  baseUrl: UrlSchema,
  assetsUrl: UrlSchema,
  compression: z.string().min(1).describe("How the siblings were made."),
  documents: z.array(DocumentSchema).describe("The documents of the API."),
  problems: z
    .array(ProblemFileSchema)
    .describe("What to answer to a path below `path` that does not resolve."),
  pages: z
    .array(PageSchema)
    .describe("What is outside /v1, with its media type: pages for people, feeds, the status."),
  hosts: z
    .array(HostFileSchema)
    .describe(
      "Configurations of hosts, which follow from the rest of the manifest. " +
        "No path of the site leads to them.",
    ),
});

export type Manifest = z.infer<typeof ManifestSchema>;

/** What the configurations of hosts are made from. */
export type SiteFacts = Omit<Manifest, "hosts">;
