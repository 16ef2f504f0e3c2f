/** The address of a site that will be moved. No text has any of its parts by chance. */
export const ANYWHERE = "http://anywhere.invalid/at-any-path";
