import type { Draw } from "./draw.ts";

/** It is as large as the largest picture of a site. */
const STAND_IN = Buffer.alloc(27_000);

/**
 * Replaces `drawPng` where nobody looks at the pictures. It draws nothing: drawing is a quarter of
 * the work of a build. Each file has the size of the largest picture.
 */
export const notDrawn: Draw = () => STAND_IN;
