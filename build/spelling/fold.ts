/** The one folding of the project: NFC, then locale-independent lower case. Accents, spaces and punctuation count. */
export function fold(spelling: string): string {
  return spelling.normalize("NFC").toLowerCase();
}

/** Where the looked-up name stands in `/v1/{game}/{collection}/{name}`, split at its slashes without the first. */
export const NAME_SEGMENT = 3;

/** The key under which a percent-decoded path is found: its name folded, every fixed segment as it is. */
export function lookupKey(segments: readonly string[]): string {
  const key = segments.map((segment, at) =>
    at === NAME_SEGMENT && segments[0] === "v1" ? fold(segment) : segment,
  );
  return `/${key.join("/")}`;
}
