/** The values of Content-Type. */
export const TYPES = {
  json: "application/json",
  problem: "application/problem+json",
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
  /** The answer to a browser's preflight (Fetch standard, CORS protocol). */
  preflight: {
    "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, X-API-Key, If-None-Match",
    "Access-Control-Max-Age": "86400",
  },
  /** The value of Allow. */
  allow: "GET, HEAD, OPTIONS",
  /** The value of Cache-Control. */
  cached: "public, max-age=300, stale-while-revalidate=86400",
  /** The value of Cache-Control below the address of a version, where nothing ever changes. */
  /** The value of Cache-Control for `/health` and for errors. */
  neverStored: "no-store",
};
