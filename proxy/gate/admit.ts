/*
 * The gate: a request target (request.ts) and a caller (identify.ts, credential.ts) are admitted
 * and counted (this file); then comes a response (responses.ts) with its headers (headers.ts), or
 * a problem (problems.ts). It combines auth, limit and site, and knows no server: `http` and
 * `edge` import it.
 */
import { READ_SCOPE } from "../../build/core/keys/api-key.ts";
import type { Identity } from "../auth/identity.ts";
import type { Config } from "../config.ts";
import type { Tier, Window, Windows } from "../limit/windows.ts";
import type { Log } from "../log.ts";
import { andThen } from "./and-then.ts";
import { createHeaders, createRequestIds, type HeadersOf, type RequestIds } from "./headers.ts";
import type { Identify } from "./identify.ts";
import { ALLOWED_METHODS, type GateResponse } from "./problems.ts";
import type { RequestFields, RequestTarget } from "./request.ts";
import type { Responses } from "./responses.ts";

/** What admits requests and makes their responses. It is the same for every kind of server. */
export type Gate = {
  /** The responses of the current site. The site may change from one call to the next. */
  responses: () => Responses;
  identify: Identify;
  windows: Windows;
  limits: Config["limits"];
  headersOf: HeadersOf;
  requestIdOf: RequestIds;
  log: Log;
};

/** Creates the gate. */
export function createGate(
  { auth, limits }: Config,
  parts: Pick<Gate, "responses" | "identify" | "windows" | "log">,
): Gate {
  return {
    ...parts,
    limits,
    requestIdOf: createRequestIds(auth.apiKeyPrefix),
    headersOf: createHeaders(limits),
  };
}

/** A request as the gate sees it. */
export type GateRequest = { method: string; target: RequestTarget; fields: RequestFields };

/** The caller of a request, and the key of the window that the response shows. */
export type Caller = { tier: Tier; key: string };

/** What is known of a request once it is admitted or refused. */
export type Admission = {
  target: RequestTarget;
  fields: RequestFields;
  caller: Caller;
  /** The caller's window at the time of the request. */
  window: Window;
  /** Why a credential was not accepted. It is only logged. */
  reason: string | undefined;
  /** The response, if it needs no document: a refusal, or the one to OPTIONS. */
  response: GateResponse | undefined;
  /** The length of the body of the response, once that is sent. */
  bytes: number;
};

/** The path of the OpenAPI description, which is not counted. */
const DESCRIPTION = "/v1/openapi.json";

/** Whether a request is counted: all under `/v1` except the description and preflights. */
export function isCounted({ method, target }: Pick<GateRequest, "method" | "target">) {
  return target.isApi && target.key !== DESCRIPTION && method !== "OPTIONS";
}

/**
 * Identifies the caller, counts the request, and refuses it if it must. It is a promise only where
 * something has to be waited for.
 */
export function admit(gate: Gate, request: GateRequest): Admission | Promise<Admission> {
  if (!isCounted(request)) return admitUncounted(gate, request);
  const { address, credential } = request.fields;
  return andThen(gate.identify(credential, address), (identity) => {
    if (identity.kind !== "unavailable") return count(gate, request, identity);
    // Not counted: the credential may be good, and others share the window of the address.
    const { fault } = request.fields;
    const { problems } = gate.responses();
    const { path } = request.target;
    const response = fault ? problems.faulty(path, fault) : problems.internalError(path);
    return admitUncounted(gate, request, { reason: identity.reason, response });
  });
}

/** Admits a request without counting it. The response shows the window of its address. */
export function admitUncounted(
  gate: Gate,
  request: GateRequest,
  { reason, response }: Pick<Admission, "reason" | "response"> = {
    reason: undefined,
    response: responseWithoutDocument(gate, request),
  },
): Admission | Promise<Admission> {
  const { fields, target } = request;
  const caller = anonymous(fields.address);
  const peeked = gate.windows.peek(caller.key, gate.limits[caller.tier]);
  return andThen(peeked, (window) => {
    return { target, fields, caller, window, reason, response, bytes: 0 };
  });
}

/** Logs why a request failed, and admits it without counting it. The response is 500. */
export async function admitFailed(
  gate: Gate,
  request: GateRequest,
  requestId: string,
  error: unknown,
) {
  gate.log.error({ requestId, err: error }, "request failed");
  const admission = await admitUncounted(gate, request);
  const response = gate.responses().problems.internalError(request.target.path);
  return { ...admission, response };
}

type Known = Exclude<Identity, { kind: "unavailable" }>;

/** Counts a request in the window of its caller. */
function count(gate: Gate, request: GateRequest, identity: Known): Admission | Promise<Admission> {
  const { target, fields } = request;
  const caller = callerOf(identity, fields.address);
  const reason = "reason" in identity ? identity.reason : undefined;
  const own = identity.kind === "keyed" ? identity.limit : undefined;
  return andThen(gate.windows.count(caller.key, own ?? gate.limits[caller.tier]), (window) => {
    const response =
      refusalOf(gate, request, identity, window) ?? responseWithoutDocument(gate, request);
    return { target, fields, caller, window, reason, response, bytes: 0 };
  });
}

function callerOf(identity: Known, address: string): Caller {
  if (identity.kind === "keyed") return { tier: "keyed", key: identity.id };
  return anonymous(identity.kind === "spent" ? identity.window : address);
}

/** A caller without a credential. `key` is the window of its address. */
export function anonymous(key: string): Caller {
  return { tier: "anonymous", key };
}

function refusalOf(
  gate: Gate,
  { fields, target: { path } }: GateRequest,
  identity: Known,
  window: Window,
): GateResponse | undefined {
  const { problems } = gate.responses();
  // This comes first, as it closes the connection: the end of such a request is not certain.
  if (fields.fault !== undefined) return problems.faulty(path, fields.fault);
  if (window.isExhausted || identity.kind === "spent")
    return problems.tooManyRequests(path, window);
  if (identity.kind === "rejected") return problems.unauthorized(path);
  if (identity.kind === "keyed" && !identity.scopes.includes(READ_SCOPE))
    return problems.forbidden(path);
  return undefined;
}

/** The response to OPTIONS. It allows a browser everything that the service offers (CORS). */
const PREFLIGHT: GateResponse = {
  status: 204,
  headers: [
    "Allow",
    ALLOWED_METHODS,
    "Access-Control-Allow-Methods",
    ALLOWED_METHODS,
    "Access-Control-Allow-Headers",
    "Authorization, X-API-Key, If-Match, If-None-Match, X-Request-Id",
    "Access-Control-Max-Age",
    "86400",
  ],
  body: undefined,
};

/** The response to a request that is at fault, or that asks for no document. Else undefined. */
function responseWithoutDocument(
  { responses }: Gate,
  { method, target: { path }, fields }: GateRequest,
): GateResponse | undefined {
  if (fields.fault !== undefined) return responses().problems.faulty(path, fields.fault);
  if (method === "GET" || method === "HEAD") return undefined;
  if (method === "OPTIONS") return PREFLIGHT;
  return responses().problems.methodNotAllowed(path, method);
}
