import type { Problem } from "./answer-shapes.ts";

/**
 * The problems of the service (RFC 9457): status, title and what each means, for the answers and
 * for the pages that explain them.
 */
export const PROBLEM_TYPES = {
  "bad-request": {
    status: 400,
    title: "Bad Request",
    meaning: "A query parameter of the patch list, or the request itself, could not be read.",
    remedy:
      "The detail says which. In the patch list, since and until are calendar dates such as " +
      "2026-08-11, and kind is season, mid-season or hotfix. Send each parameter at most once.",
  },
  unauthorized: {
    status: 401,
    title: "Unauthorized",
    meaning: "The API key or access token that was presented was rejected.",
    remedy:
      "Send one valid credential: a key in x-api-key or as a Bearer token, or an access token " +
      "as a Bearer token. Without any credential the same request is served at the anonymous " +
      "limit.",
  },
  forbidden: {
    status: 403,
    title: "Forbidden",
    meaning: "The credential is valid but does not carry the scope gamedata:read.",
    remedy: "Use a key or a token that carries the scope gamedata:read, or send no credential.",
  },
  "not-found": {
    status: 404,
    title: "Not Found",
    meaning:
      "There is no such resource: the game, collection, hero, map or patch is not known under " +
      "this spelling.",
    remedy:
      "The detail suggests the nearest spellings, if there are any. Names resolve in any " +
      "letter case, with any kind of space; accents and punctuation count.",
  },
  "method-not-allowed": {
    status: 405,
    title: "Method Not Allowed",
    meaning: "The service is read-only.",
    remedy: "Use GET or HEAD; OPTIONS answers the preflight of a browser.",
  },
  "precondition-failed": {
    status: 412,
    title: "Precondition Failed",
    meaning: "If-Match lists no ETag of the current representation.",
    remedy:
      "Request it without If-Match, or with the ETag that it has now in the same encoding. To " +
      "save a transfer, send If-None-Match instead.",
  },
  "too-many-requests": {
    status: 429,
    title: "Too Many Requests",
    meaning: "The caller's rate limit is exhausted.",
    remedy:
      "Wait for the number of seconds in Retry-After, which is also RateLimit-Reset. A key or " +
      "an access token has a higher limit, counted apart from the rest of the network.",
  },
  "internal-server-error": {
    status: 500,
    title: "Internal Server Error",
    meaning: "The request could not be completed.",
    remedy: "The fault is on the service's side. Try again later.",
  },
  "bad-gateway": {
    status: 502,
    title: "Bad Gateway",
    meaning:
      "A picture lives on another server, which could not be reached or sent an invalid response.",
    remedy: "The fault is on the service's side. Try again later.",
  },
  "gateway-timeout": {
    status: 504,
    title: "Gateway Timeout",
    meaning: "A picture lives on another server, which did not answer in time.",
    remedy: "The fault is on the service's side. Try again later.",
  },
} as const;

export type ProblemType = keyof typeof PROBLEM_TYPES;

/** The address of a problem type, which is also the page that explains it. */
export function problemTypeUrl(baseUrl: string, type: ProblemType): string {
  return `${baseUrl}/problems/${type}`;
}

/** A problem document (RFC 9457). `instance` is the request path as received, without the query. */
export function problemOf(
  type: ProblemType,
  detail: string,
  instance: string,
  baseUrl: string,
): Problem {
  const { status, title } = PROBLEM_TYPES[type];
  return { type: problemTypeUrl(baseUrl, type), title, status, detail, instance };
}

/**
 * What the service says of each refusal. `keySettingsUrl` is where keys are issued, if anywhere.
 */
export const PROBLEM_DETAILS = {
  badQuery: (faults: readonly string[]) => `${faults.join(". ")}.`,
  unknownValue: (name: string, value: string, expected: string) =>
    `${name} is ${JSON.stringify(value.slice(0, 40))}; expected ${expected}`,
  repeatedParameter: (name: string, times: number) =>
    `${name} is given ${times} times; expected once`,
  /**
   * One text for every rejected credential, so that nothing can be learned from it (RFC 6750 §3.1).
   */
  rejectedCredential: (keySettingsUrl?: string) =>
    "The presented credential was rejected. Without one the request is served at the anonymous " +
    `limit.${issuedAt("Keys are", keySettingsUrl)}`,
  missingScope: (scope: string) => `The credential is valid but does not carry the scope ${scope}.`,
  unreadable: "The request is not valid HTTP. Names in its path must be percent-encoded UTF-8.",
  malformedPath:
    "The name in the path is not well-formed: it contains an encoded slash, is longer than 255 " +
    "bytes, or its percent-encoding is broken.",
  trailingSlash: "Paths of the API do not end in a slash. Remove it and try again.",
  noName: (directory: string) => `No name is given. The list is at ${directory}.`,
  nothingBelow: (directory: string) => `Nothing with this name is served below ${directory}.`,
  preconditionFailed: "The representation has another ETag than those in If-Match.",
  methodNotServed: (method: string) => `${method} is not supported; the service is read-only.`,
  limitExhausted: (
    limit: number,
    windowSeconds: number,
    resetSeconds: number,
    keySettingsUrl?: string,
  ) =>
    `The limit of ${limit} requests in ${windowSeconds} seconds is exhausted; it resets ` +
    `in ${resetSeconds} ` +
    `seconds.${issuedAt("Keys, which have a window of their own, are", keySettingsUrl)}`,
  internalError: "The request could not be completed. Try again later.",
  originAway:
    "The server that holds the pictures could not be reached, or sent an invalid response.",
  originSlow: "The server that holds the pictures did not answer in time.",
};

function issuedAt(what: string, url: string | undefined): string {
  return url === undefined ? "" : ` ${what} issued at ${url}.`;
}
