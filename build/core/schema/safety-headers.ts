const PAGE = {
  "Content-Security-Policy":
    "script-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
};

/** Headers that say what a browser may do with an answer, by media type without parameters. */
export const SAFETY_HEADERS: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map<
  string,
  Readonly<Record<string, string>>
>([
  // A page runs its own scripts alone, cannot be framed, and sends no Referer.
  ["text/html", PAGE],
  // The same page as text; some hosts give headers by the folder, not by the type.
  ["text/markdown", PAGE],
  // A picture that is opened by itself is a document: it loads nothing and runs nothing.
  [
    "image/svg+xml",
    { "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox" },
  ],
]);

/** The safety headers of a media type, which may have parameters. Most types have none. */
export function safetyHeadersOf(type: string): Readonly<Record<string, string>> {
  return SAFETY_HEADERS.get(type.split(";")[0] ?? "") ?? {};
}
