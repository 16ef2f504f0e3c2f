/** The largest size of one file of a site, and of the content of a compressed file. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** The largest size of all files of a site, with a file for every spelling. */
export const MAX_SITE_BYTES = 1024 * 1024 * 1024;
