/** Folding changes only the letter case of such a text: ASCII without two spaces in a row. */
const PLAIN = /^(?: ?[!-~])* ?$/;

/** The full-width forms of `!` to `~` are this far from them (Unicode, FF00). */
const WIDE = 0xfee0;

/** What `fold` does, for descriptions. */
export const FOLDED =
  "without characters that nobody sees (zero-width, soft hyphens, direction marks), with " +
  "full-width ASCII as ASCII and any spaces in a row as one U+0020, in Unicode normal form C and " +
  "locale-independent lower case";

/** The one folding of the project. Accents and punctuation count, and so do spaces at the ends. */
export function fold(spelling: string): string {
  if (PLAIN.test(spelling)) return spelling.toLowerCase();
  return spelling
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - WIDE))
    .replace(/\p{Zs}+/gu, " ")
    .normalize("NFC")
    .toLowerCase()
    .normalize("NFC");
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

/**
 * The key of a percent-decoded path: its name is folded, its other segments stay as they are. No
 * name has a slash, and a full-width one does not begin another segment.
 */
export function lookupKey(segments: readonly string[]): string {
  const name = nameSegment(segments[0]);
  const key = segments.map((segment, at) =>
    at === name ? fold(segment).replaceAll("/", "\uff0f") : segment,
  );
  return `/${key.join("/")}`;
}

function nameSegment(first: string | undefined): number | undefined {
  if (first === "v1") return NAME_SEGMENT;
  return NAMED_FOLDERS.some((folder) => folder === first) ? NAME_SEGMENT_BESIDE : undefined;
}
