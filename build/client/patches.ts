import type * as api from "./api.ts";
import { freeze } from "./freeze.ts";

/** A patch of the API. Whole heroes and maps in its changes have no addresses of images. */
export type Patch = api.Patch;

/** One change of a patch. */
export type PatchChange = api.PatchChange;

/** The data. `makeLibrary` puts it here. */
declare const PATCHES: readonly Patch[];

/** Every recorded patch with its changes, newest first. */
export const patches: readonly Patch[] = /* @__PURE__ */ freeze(PATCHES);
