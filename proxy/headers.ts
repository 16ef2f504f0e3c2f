import type { Answer, HeaderList } from "./answers.ts";
import type { Gate } from "./gate.ts";
import type { Window } from "./limit/windows.ts";
import type { Caller } from "./visit.ts";

const COMMON_HEADERS: HeaderList = [
  "Access-Control-Allow-Origin",
  "*",
  "Access-Control-Expose-Headers",
  "RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy, RateLimit, " +
    "Retry-After, ETag, Content-Location, Link",
  "X-Content-Type-Options",
  "nosniff",
];

/** What is on every answer, of a server whose paths begin with `prefix`. */
export function createCommonHeaders(prefix = ""): HeaderList {
  return [...COMMON_HEADERS, "Link", `<${prefix}/v1/openapi.json>; rel="service-desc"`];
}

/** The headers of an answer to a caller: its own, those of the caller's window, those of all. */
export function headersOf(
  { commonHeaders, rateLimitHeaders }: Gate,
  { tier }: Caller,
  window: Window,
  { headers }: Answer,
): string[] {
  return [...headers, ...rateLimitHeaders(tier, window), ...commonHeaders];
}
