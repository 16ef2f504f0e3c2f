/** The values of Content-Type. */
export const TYPES = {
  json: "application/json",
  html: "text/html; charset=utf-8",
  text: "text/plain; charset=utf-8",
};

/**
 * The headers of a static host. None of them describes a caller, so shared caches may keep them.
 */
export const HEADERS = {
  /** The headers of every answer. */
  common: {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Content-Location, Link",
    "X-Content-Type-Options": "nosniff",
    Link: '</v1/openapi.json>; rel="service-desc"',
  },
  /** For hosts that do not send it with their own compression. */
  vary: { Vary: "Accept-Encoding" },
  /** The value of Cache-Control. */
  cached: "public, max-age=300, stale-while-revalidate=86400",
  /** The value of Cache-Control for `/health` and for errors. */
  neverStored: "no-store",
};
