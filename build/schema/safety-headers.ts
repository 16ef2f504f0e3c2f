const PAGE = {
  "Content-Security-Policy":
    "script-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
};

/** What a browser may do with an answer, by the start of its media type. */
const BY_TYPE: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  // A page runs its own scripts alone, stands in no frame, and tells nobody where readers were.
  ["text/html", PAGE],
  // The same page as text; some hosts give headers by the folder, not by the type.
  ["text/markdown", PAGE],
  // A picture that is opened by itself is a document: it loads nothing and runs nothing.
  [
    "image/svg+xml",
    { "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox" },
  ],
];

/** Types that have headers of their own, each by its start, and those headers. */
export const SAFETY_HEADERS: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  BY_TYPE,
);

/** The headers that say what a browser may do with an answer of a media type; for most, none. */
export function safetyHeadersOf(type: string): Readonly<Record<string, string>> {
  return SAFETY_HEADERS.get(type.split(";")[0] ?? "") ?? {};
}
