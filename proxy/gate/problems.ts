import { READ_SCOPE } from "../../build/core/keys/api-key.ts";
import type { Problem } from "../../build/core/schema/answer-shapes.ts";
import {
  PROBLEM_DETAILS as DETAILS,
  type ProblemType,
  problemOf,
} from "../../build/core/schema/problems.ts";
import type { Config } from "../config.ts";
import type { Window } from "../limit/windows.ts";
import type { Catalog } from "../site/catalog.ts";
import { createNotFound } from "../site/not-found.ts";
import type { Fault, RequestTarget } from "./request.ts";

/** Names and values of headers in turn: Node writes such a list without making an object. */
export type HeaderList = readonly string[];

/** A response, without the headers that every response has. */
export type GateResponse = { status: number; headers: HeaderList; body: Buffer | undefined };

/** The settings that appear in problems. Problem types begin with the public address. */
export type ProblemSettings = Pick<Config, "baseUrl" | "keySettingsUrl" | "limits">;

/** A function for every refusal, which takes the path of the request and what is wrong. */
export type Problems = ReturnType<typeof createProblems>;

/** The methods that the service allows, as the value of `Allow`. */
export const ALLOWED_METHODS = "GET, HEAD, OPTIONS";

const CLOSE: HeaderList = ["Connection", "close"];

/** Prepares the refusals of a site. */
export function createProblems(
  catalog: Catalog,
  { baseUrl = catalog.manifest.baseUrl, keySettingsUrl, limits }: ProblemSettings,
) {
  const notFound = createNotFound(catalog);
  const problem = (
    type: ProblemType,
    detail: string,
    path: string,
    headers: HeaderList = [],
  ): GateResponse => problemResponse(problemOf(type, detail, path, baseUrl), headers);

  return {
    badRequest: (path: string, detail: string) => problem("bad-request", detail, path),

    /** Closes the connection: what follows a request at fault is not read. */
    faulty: (path: string, { status, detail }: Fault) =>
      status === 400
        ? problem("bad-request", detail, path, CLOSE)
        : problemOfStatus(status, "Request Header Fields Too Large", detail, path, CLOSE),

    unauthorized: (path: string) =>
      problem("unauthorized", DETAILS.rejectedCredential(keySettingsUrl), path, [
        "WWW-Authenticate",
        'Bearer error="invalid_token"',
      ]),

    forbidden: (path: string) =>
      problem("forbidden", DETAILS.missingScope(READ_SCOPE), path, [
        "WWW-Authenticate",
        `Bearer error="insufficient_scope", scope="${READ_SCOPE}"`,
      ]),

    notFound: ({ segments, path }: RequestTarget) => {
      const { detail, ...suggested } = notFound(segments);
      return problemResponse({ ...problemOf("not-found", detail, path, baseUrl), ...suggested });
    },

    preconditionFailed: (path: string) =>
      problem("precondition-failed", DETAILS.preconditionFailed, path),

    methodNotAllowed: (path: string, method: string) =>
      problem("method-not-allowed", DETAILS.methodNotServed(method), path, [
        "Allow",
        ALLOWED_METHODS,
      ]),

    tooManyRequests: (path: string, { limit, resetSeconds }: Window) =>
      problem(
        "too-many-requests",
        DETAILS.limitExhausted(limit, limits.windowSeconds, resetSeconds, keySettingsUrl),
        path,
        ["Retry-After", `${resetSeconds}`],
      ),

    internalError: (path: string) => problem("internal-server-error", DETAILS.internalError, path),

    /** The origin of pictures gave no response that can be passed on. */
    badGateway: (path: string) => problem("bad-gateway", DETAILS.originAway, path),

    gatewayTimeout: (path: string) => problem("gateway-timeout", DETAILS.originSlow, path),

    notReady: (path: string, state: "starting" | "shutting down") =>
      problemOfStatus(
        503,
        "Service Unavailable",
        `The service is ${state}. Send new requests to another instance.`,
        path,
      ),
  };
}

/** A problem with a status that has no problem type here (RFC 9457 §4.2.1). */
export function problemOfStatus(
  status: number,
  title: string,
  detail: string,
  instance: string,
  headers: HeaderList = [],
): GateResponse {
  return problemResponse({ type: "about:blank", title, status, detail, instance }, headers);
}

/** The response with a problem document (RFC 9457). Caches never store it. */
function problemResponse(problem: Problem, headers: HeaderList = []): GateResponse {
  const body = Buffer.from(`${JSON.stringify(problem, null, 2)}\n`);
  const about = ["Content-Type", "application/problem+json", "Cache-Control", "no-store"];
  return {
    status: problem.status,
    headers: [...about, ...headers, "Content-Length", `${body.length}`],
    body,
  };
}
