/**
 * The kinds of patches, in the order of the specification. They are apart from the schemas, which
 * would slow down the start of a worker.
 */
export const PATCH_KINDS = ["season", "mid-season", "hotfix"] as const;
