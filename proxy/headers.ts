import type { Answer, HeaderList } from "./answers.ts";
import type { Gate } from "./gate.ts";
import type { Window } from "./limit/windows.ts";
import type { Caller } from "./visit.ts";

/** On every answer. `createGate` adds a link to the description. */
export const COMMON_HEADERS: HeaderList = [
  "Access-Control-Allow-Origin",
  "*",
  "Access-Control-Expose-Headers",
  "RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy, RateLimit, " +
    "Retry-After, ETag, Content-Location, Link",
  "X-Content-Type-Options",
  "nosniff",
];

/** The headers of an answer to a caller: its own, those of the caller's window, those of all. */
export function headersOf(
  { commonHeaders, rateLimitHeaders }: Gate,
  { tier }: Caller,
  window: Window,
  { headers }: Answer,
): string[] {
  return [...headers, ...rateLimitHeaders(tier, window), ...commonHeaders];
}
