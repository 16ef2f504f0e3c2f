import type { components } from "./api.ts";
import { freeze } from "./freeze.ts";

/** A patch of the API. Whole heroes and maps in its changes have no addresses of images. */
export type Patch = components["schemas"]["Patch"];

/** One change of a patch. */
export type PatchChange = components["schemas"]["PatchChange"];

/** The data. `makeLibrary` puts it here. */
declare const PATCHES: readonly Patch[];

/** Every recorded patch with its changes, newest first. */
export const patches: readonly Patch[] = /* @__PURE__ */ freeze(PATCHES);
