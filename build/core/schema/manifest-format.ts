/** The format of the manifest. It is raised when an old reader could misread a new manifest. */
export const MANIFEST_FORMAT = 1;
