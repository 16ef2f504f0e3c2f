/** The most bytes of one file of a site, and of what one compressed file unfolds to. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** The most bytes of all files of a site, every spelling counted. */
export const MAX_SITE_BYTES = 1024 * 1024 * 1024;
