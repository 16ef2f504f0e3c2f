import { READ_SCOPE } from "../../build/core/keys/api-key.ts";
import type { Identity } from "../auth/identity.ts";
import type { Config } from "../config.ts";
import {
  createRateLimitHeaders,
  type RateLimitHeaders,
  type Tier,
  type Window,
  type Windows,
} from "../limit/windows.ts";
import type { Log } from "../log.ts";
import type { Answers } from "./answers.ts";
import { ALLOWED_METHODS, type Answer, type HeaderList } from "./problems.ts";
import type { RequestFields, RequestTarget } from "./request.ts";
import { createRequestIds, type RequestIds } from "./request-id.ts";

/** What admits and answers requests. It is the same for every kind of server. */
export type Gate = {
  /** The answers of the current site. The site may change from one call to the next. */
  answers: () => Answers;
  windows: Windows;
  limits: Config["limits"];
  rateLimitHeaders: RateLimitHeaders;
  /** The headers of every answer. */
  commonHeaders: HeaderList;
  requestIdOf: RequestIds;
  log: Pick<Log, "info" | "error">;
};

/** Creates the gate. */
export function createGate({
  apiKeyPrefix,
  ...parts
}: Pick<Gate, "answers" | "limits" | "log" | "windows"> & { apiKeyPrefix: string }): Gate {
  return {
    ...parts,
    requestIdOf: createRequestIds(apiKeyPrefix),
    commonHeaders: COMMON_HEADERS,
    rateLimitHeaders: createRateLimitHeaders(parts.limits),
  };
}

/** The path below which requests are counted. */
export const COUNTED = "/v1";

/** The path of the OpenAPI description, which is not counted. */
export const DESCRIPTION = "/v1/openapi.json";

/** Whether requests for a target are counted: all under `/v1` except the description. */
export function isCounted({ isApi, key }: RequestTarget): boolean {
  return isApi && key !== DESCRIPTION;
}

/** The path by which the router finds the route of a target, whatever the target's own path is. */
export function routePathOf(target: RequestTarget): string {
  return isCounted(target) ? COUNTED : "/";
}

/** The caller of a request, and the key of the window that the answer shows. */
export type Caller = { tier: Tier; key: string };

/** What is known of a request, from its first hook until it is logged. */
export type Visit = {
  target: RequestTarget;
  fields: RequestFields;
  caller: Caller;
  /** The caller's window at the time of the request. */
  window: Window;
  /** The length of the body of the answer. */
  bytes: number;
  /** Why a credential was not accepted. It is only logged. */
  reason: string | undefined;
};

/** A caller without a credential. `key` is the window of its address. */
export function anonymous(key: string): Caller {
  return { tier: "anonymous", key };
}

/** The answer to OPTIONS. It allows a browser everything that the service offers (CORS). */
const PREFLIGHT: Answer = {
  status: 204,
  headers: [
    ...["Allow", ALLOWED_METHODS],
    ...["Access-Control-Allow-Methods", ALLOWED_METHODS],
    ...["Access-Control-Allow-Headers", "Authorization, X-API-Key, If-None-Match, X-Request-Id"],
    ...["Access-Control-Max-Age", "86400"],
  ],
  body: undefined,
};

/** A request as the gate sees it. It is the same for every kind of server. */
export type GateRequest = Pick<Visit, "target" | "fields"> & { method: string };

/** Takes the visit of a request, and its answer if that answer needs no document. */
export type Next = (visit: Visit, answer: Answer | undefined) => void;

/** Takes an error. */
export type Fail = (error: Error) => void;

type Known = Exclude<Identity, { kind: "unavailable" }>;

/**
 * Counts a request under its caller, and refuses it if it must. Calls `next` before it returns,
 * unless a promise has to be awaited.
 */
export function admitCounted(
  gate: Gate,
  gateRequest: GateRequest,
  identified: Identity | Promise<Identity>,
  next: Next,
  fail: Fail,
): void {
  continueWith(identified, fail, (identity) => {
    // Not counted: the credential may be good, and others share the window of the address.
    if (identity.kind === "unavailable")
      visitUncounted(gate, gateRequest, identity.reason, fail, (visit) =>
        next(visit, failure(gate, visit)),
      );
    else count(gate, gateRequest, identity, next, fail);
  });
}

/** Counts a request in the window of its caller. */
function count(
  gate: Gate,
  gateRequest: GateRequest,
  identity: Known,
  next: Next,
  fail: Fail,
): void {
  const { target, fields, method } = gateRequest;
  const caller: Caller =
    identity.kind === "keyed"
      ? { tier: "keyed", key: identity.id }
      : anonymous(identity.kind === "spent" ? identity.window : fields.address);
  const reason = "reason" in identity ? identity.reason : undefined;
  continueWith(gate.windows.count(caller.key, gate.limits[caller.tier]), fail, (window) => {
    const visit = { target, fields, caller, window, reason, bytes: 0 };
    next(visit, refusalOf(gate, visit, identity) ?? answerWithoutDocument(gate, method, visit));
  });
}

function refusalOf(gate: Gate, visit: Visit, identity: Known): Answer | undefined {
  const { fields, target, window } = visit;
  const { path } = target;
  const { problems } = gate.answers();
  // This comes first, as it closes the connection: the end of such a request is not certain.
  if (fields.fault !== undefined) return problems.faulty(path, fields.fault);
  if (window.isExhausted || identity.kind === "spent")
    return problems.tooManyRequests(path, window);
  if (identity.kind === "rejected") return problems.unauthorized(path);
  if (identity.kind === "keyed" && !identity.scopes.includes(READ_SCOPE))
    return problems.forbidden(path);
  return undefined;
}

function failure(gate: Gate, { target: { path }, fields: { fault } }: Visit): Answer {
  const { problems } = gate.answers();
  return fault ? problems.faulty(path, fault) : problems.internalError(path);
}

/** Admits a request without counting it. The answer shows the window of its address. */
export function admitUncounted(gate: Gate, gateRequest: GateRequest, next: Next, fail: Fail): void {
  visitUncounted(gate, gateRequest, undefined, fail, (visit) =>
    next(visit, answerWithoutDocument(gate, gateRequest.method, visit)),
  );
}

/** Makes the visit of a request that is not counted, with the window of its address. */
export function visitUncounted(
  { limits, windows }: Pick<Gate, "limits" | "windows">,
  { target, fields }: Pick<GateRequest, "target" | "fields">,
  reason: string | undefined,
  fail: Fail,
  next: (visit: Visit) => void,
): void {
  const caller = anonymous(fields.address);
  continueWith(windows.peek(caller.key, limits[caller.tier]), fail, (window) =>
    next({ target, fields, caller, window, reason, bytes: 0 }),
  );
}

/** The answer to a request that is at fault, or that asks for no document. Else undefined. */
function answerWithoutDocument(
  { answers }: Gate,
  method: string,
  { target: { path }, fields }: Visit,
): Answer | undefined {
  const { problems } = answers();
  if (fields.fault !== undefined) return problems.faulty(path, fields.fault);
  if (method === "GET" || method === "HEAD") return undefined;
  return method === "OPTIONS" ? PREFLIGHT : problems.methodNotAllowed(path, method);
}

/** Calls `next` with a value: at once, or when its promise is fulfilled. */
export function continueWith<T>(value: T | Promise<T>, fail: Fail, next: (value: T) => void): void {
  if (value instanceof Promise) value.then(next).catch(fail);
  else next(value);
}

/** The headers of every answer. */
export const COMMON_HEADERS: HeaderList = [
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

/** All headers of an answer: its own, those of the caller's window, the common ones and the id. */
export function headersOf(
  { commonHeaders, rateLimitHeaders }: Gate,
  { caller, window }: Pick<Visit, "caller" | "window">,
  { headers }: Pick<Answer, "headers">,
  requestId: string,
): string[] {
  const shown = rateLimitHeaders(caller.tier, window);
  return [...headers, ...shown, ...commonHeaders, "X-Request-Id", requestId];
}
