/** Raised when a reader of the old manifest could misread the new one. */
export const MANIFEST_FORMAT = 1;
