/** In the order of the specification. Apart from the schemas, which cost a worker's start. */
export const PATCH_KINDS = ["season", "mid-season", "hotfix"] as const;
