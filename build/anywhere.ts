/** The address of a site that is to be moved. None of its parts stands in any text by chance. */
export const ANYWHERE = "http://anywhere.invalid/at-any-path";
