import type { SiteFacts } from "../schema/manifest.ts";
import { isVersionAddress } from "../schema/versions.ts";

/** The media types of answers, as they go into Content-Type. */
export const TYPES = {
  json: "application/json",
  problem: "application/problem+json",
  html: "text/html; charset=utf-8",
  text: "text/plain; charset=utf-8",
};

/**
 * The headers of a static host's answers. Nothing in those describes one caller, so shared caches
 * may keep them.
 */
export const HEADERS = {
  /** On every answer; the proxy adds what describes a caller. */
  common: {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Content-Location, Link",
    "X-Content-Type-Options": "nosniff",
    Link: '</v1/openapi.json>; rel="service-desc"',
  },
  /** Where the host's own compression does not say it. */
  vary: { Vary: "Accept-Encoding" },
  /** To a browser's preflight (Fetch standard, CORS protocol). */
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
  immutable: "public, max-age=31536000, immutable",
  /** The value of Cache-Control for the health and for errors. */
  neverStored: "no-store",
};

/** For how long a site's answers may be kept, its health too where it is a version. */
export function lifeOf({ baseUrl }: Pick<SiteFacts, "baseUrl">): {
  cached: string;
  health: string;
} {
  const { cached, immutable, neverStored } = HEADERS;
  return isVersionAddress(baseUrl)
    ? { cached: immutable, health: immutable }
    : { cached, health: neverStored };
}

/**
 * The headers of every answer. Where sites stand side by side, the newest one's description stands
 * for all.
 */
export function commonOf(
  { baseUrl }: Pick<SiteFacts, "baseUrl">,
  below: string,
): typeof HEADERS.common {
  if (below === "") return HEADERS.common;
  const newest = baseUrl.slice(baseUrl.lastIndexOf("/"));
  return { ...HEADERS.common, Link: HEADERS.common.Link.replace("</", `<${newest}/`) };
}
