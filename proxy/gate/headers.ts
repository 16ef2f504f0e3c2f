import type { RateLimitHeaders } from "../limit/rate-limit-headers.ts";
import type { Window } from "../limit/windows.ts";
import type { Caller } from "./visit.ts";

/** Names and values of headers in turn: Node writes such a list without making an object. */
export type HeaderList = readonly string[];

/** An answer, without the headers that every answer has. */
export type Answer = { status: number; headers: HeaderList; body: Buffer | undefined };

const COMMON_HEADERS: HeaderList = [
  "Access-Control-Allow-Origin",
  "*",
  "Access-Control-Expose-Headers",
  "RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy, RateLimit, " +
    "Retry-After, ETag, Content-Location, Link",
  "X-Content-Type-Options",
  "nosniff",
];

/** The headers of every answer. The paths of the server begin with `prefix`. */
export function createCommonHeaders(prefix = ""): HeaderList {
  return [...COMMON_HEADERS, "Link", `<${prefix}/v1/openapi.json>; rel="service-desc"`];
}

/** All headers of an answer: its own, those of the caller's window, and the common ones. */
export function headersOf(
  {
    commonHeaders,
    rateLimitHeaders,
  }: { commonHeaders: HeaderList; rateLimitHeaders: RateLimitHeaders },
  { tier }: Caller,
  window: Window,
  { headers }: Answer,
): string[] {
  return [...headers, ...rateLimitHeaders(tier, window), ...commonHeaders];
}
