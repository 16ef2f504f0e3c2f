/** ASCII text is in normal form C already. Seeing this is quicker than normalizing. */
const ASCII = /^[ -~]*$/;

/**
 * The one folding of the project: NFC, then locale-independent lower case. Accents, spaces and
 * punctuation count.
 */
export function fold(spelling: string): string {
  return (ASCII.test(spelling) ? spelling : spelling.normalize("NFC")).toLowerCase();
}

/**
 * Where the looked-up name is in `/v1/{game}/{collection}/{name}`, split at its slashes without
 * the first.
 */
export const NAME_SEGMENT = 3;

/** The folders beside the API whose files are found by every name of their hero or map. */
export const NAMED_FOLDERS = ["details", "history"] as const;

/** Where the name is in `/details/{collection}/{name}.json`. */
const NAME_SEGMENT_BESIDE = 2;

/** The key of a percent-decoded path: its name is folded, its other segments stay as they are. */
export function lookupKey(segments: readonly string[]): string {
  const name = nameSegment(segments[0]);
  const key = segments.map((segment, at) => (at === name ? fold(segment) : segment));
  return `/${key.join("/")}`;
}

function nameSegment(first: string | undefined): number | undefined {
  if (first === "v1") return NAME_SEGMENT;
  return NAMED_FOLDERS.some((folder) => folder === first) ? NAME_SEGMENT_BESIDE : undefined;
}
