import type { components } from "./api.ts";
import { freeze } from "./freeze.ts";

/** A patch as the API tells it; a whole hero or map in a change has no address of an image. */
export type Patch = components["schemas"]["Patch"];

/** One change of a patch. */
export type PatchChange = components["schemas"]["PatchChange"];

/** The data, which stands here when the library is made. */
declare const PATCHES: readonly Patch[];

/** Every recorded patch with its changes, newest first. */
export const patches: readonly Patch[] = /* @__PURE__ */ freeze(PATCHES);
