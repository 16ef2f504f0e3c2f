import type { Problem } from "./answer-shapes.ts";
import { PROBLEM_TYPES, type ProblemType, problemTypeUrl } from "./problem-types.ts";

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
    "The path is not well-formed: its percent-encoding is broken or contains an encoded slash.",
  trailingSlash: "Paths of the API do not end in a slash. Remove it and try again.",
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
