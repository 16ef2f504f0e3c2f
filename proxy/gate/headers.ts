import { PROBLEM_DETAILS, PROBLEM_TYPES } from "../../build/core/schema/problems.ts";
import type { Config } from "../config.ts";
import type { Admission } from "./admit.ts";
import { createSecretTest } from "./credential.ts";
import { type GateResponse, type HeaderList, problemOfStatus } from "./problems.ts";

/** All headers of a response: its own, those of the caller's window, the common ones, the id. */
export type HeadersOf = (
  admission: Pick<Admission, "caller" | "window">,
  response: Pick<GateResponse, "headers">,
  requestId: string,
) => string[];

/**
 * Creates the headers of responses: the contract's three for the caller's own tier, and the two
 * fields of the current draft (draft-ietf-httpapi-ratelimit-headers).
 */
export function createHeaders({ windowSeconds }: Config["limits"]): HeadersOf {
  return (
    { caller: { tier }, window: { limit, remaining, resetSeconds } },
    { headers },
    requestId,
  ) => [
    ...headers,
    "RateLimit-Limit",
    `${limit}`,
    "RateLimit-Policy",
    `"${tier}";q=${limit};w=${windowSeconds}`,
    "RateLimit-Remaining",
    `${remaining}`,
    "RateLimit-Reset",
    `${resetSeconds}`,
    "RateLimit",
    `"${tier}";r=${remaining};t=${resetSeconds}`,
    ...COMMON_HEADERS,
    "X-Request-Id",
    requestId,
  ];
}

/** The headers of every response. */
const COMMON_HEADERS: HeaderList = [
  "Access-Control-Allow-Origin",
  "*",
  "Access-Control-Expose-Headers",
  "RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy, RateLimit, " +
    "Retry-After, ETag, Content-Location, Link, X-Request-Id",
  "X-Content-Type-Options",
  "nosniff",
  "Link",
  '</v1/openapi.json>; rel="service-desc"',
];

/** The response if even the problem of the site cannot be made. It counts nobody. */
export function lastResort(limits: Config["limits"], path: string, requestId: string) {
  const { anonymous: limit, windowSeconds: resetSeconds } = limits;
  const window = { limit, remaining: limit, resetSeconds, isExhausted: false };
  const caller = { tier: "anonymous", key: "" } as const;
  const { status, title } = PROBLEM_TYPES["internal-server-error"];
  const problem = problemOfStatus(status, title, PROBLEM_DETAILS.internalError, path);
  const headers = createHeaders(limits)({ caller, window }, problem, requestId);
  return { status, headers, body: problem.body };
}

/** An id that a caller may choose. */
const CHOSEN = /^[\x21-\x7e]{1,128}$/;

/**
 * Gives the id of a request: the one in `X-Request-Id`, the platform's, or a new one. Logs and
 * responses contain it, so one that seems to hold a credential is not used.
 */
export type RequestIds = (chosen?: unknown, ofPlatform?: string) => string;

/** Creates the ids of this process: a random start, as others run beside it, and a number. */
export function createRequestIds(keyPrefix: string): RequestIds {
  const isSecret = createSecretTest(keyPrefix);
  const start = crypto.randomUUID().slice(0, 13);
  let made = 0;
  return (chosen, ofPlatform) => {
    if (typeof chosen === "string" && CHOSEN.test(chosen) && !isSecret(chosen)) return chosen;
    made += 1;
    return ofPlatform ?? `${start}-${made.toString(36)}`;
  };
}
