import type { Draw } from "./draw.ts";

/** As many bytes as the largest picture of a site has. */
const STAND_IN = Buffer.alloc(9_000);

/**
 * Stands in for drawing, which is a quarter of the work of a site, where nobody sees the pictures:
 * each is as large as the largest, and none is a picture.
 */
export const notDrawn: Draw = () => STAND_IN;
