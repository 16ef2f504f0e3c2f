import { createAccessTokens } from "../auth/access-token.ts";
import { createRedact } from "../auth/redact.ts";
import type { Config } from "../config.ts";
import { type Admission, admit, admitUncounted, createGate } from "../gate/admit.ts";
import { checkAndCount, spent } from "../gate/check-limiter.ts";
import { presentedCredential } from "../gate/credential.ts";
import { type AllowFor, createIdentify, type Identify, rejectionsOf } from "../gate/identify.ts";
import type { GateResponse } from "../gate/problems.ts";
import { createTargets, type RequestFields } from "../gate/request.ts";
import type { RequestIds } from "../gate/request-id.ts";
import { createResponses } from "../gate/responses.ts";
import { callerAt } from "../limit/address.ts";
import type { Windows } from "../limit/windows.ts";
import type { Log } from "../log.ts";
import type { Catalog } from "../site/catalog.ts";
import { negotiateCoding, wantsHtml } from "../site/negotiate.ts";
import { logResponse } from "../watch/access-log.ts";
import { createKeyFinder } from "./edge-key-set.ts";
import { createEdgeKeys, type KeyNamespace } from "./edge-keys.ts";
import { type CallerWindows, createObjectWindows } from "./object-windows.ts";

/** The bindings of the worker, beside the settings. */
export type Bindings = {
  /** The durable objects that count. */
  WINDOWS: CallerWindows;
  /** The published keys. Without it there are none. */
  KEYS?: KeyNamespace;
};

/** A request as the runtime gives it; `cf` is what the platform knows of it. */
export type EdgeRequest = Pick<Request, "headers" | "method" | "url"> & {
  cf?: { clientAcceptEncoding?: string };
};

/** Responds to requests. */
export type EdgeGate = (request: EdgeRequest) => Promise<Response>;

/** Creates the gate of an isolate. Throws where the site cannot be used. */
export function createEdgeGate(
  bindings: Bindings,
  config: Config,
  catalog: Catalog,
  log: Log,
): EdgeGate {
  const { auth, baseUrl, keySettingsUrl, limits, logAddresses, logLevel, storeWaitMs } = config;
  const { windowSeconds } = limits;
  const waiting = { windowSeconds, waitMs: storeWaitMs, log };
  const windows = createObjectWindows(bindings.WINDOWS, waiting);
  const responses = createResponses(catalog, { baseUrl, keySettingsUrl, windowSeconds });
  const gate = createGate({
    responses: () => responses,
    identify: createEdgeIdentify(bindings, config, catalog, windows, log),
    windows,
    limits,
    log,
    apiKeyPrefix: auth.apiKeyPrefix,
  });
  const targetOf = createTargets();
  const redact = createRedact(auth.apiKeyPrefix);
  const isLogged = ["trace", "debug", "info"].includes(logLevel);

  const send = (
    request: EdgeRequest,
    admission: Admission,
    response: GateResponse,
    start: number,
  ): Response => {
    const requestId = requestIdAtEdge(gate.requestIdOf, request);
    const { method, headers } = request;
    const body = method === "HEAD" ? undefined : response.body;
    admission.bytes = body?.length ?? 0;
    if (isLogged)
      logResponse(log, admission, {
        requestId,
        method,
        path: redact(admission.target.path),
        status: response.status,
        address: logAddresses ? (headers.get(ADDRESS_HEADER) ?? undefined) : undefined,
        ms: Date.now() - start,
      });
    const { caller, window } = admission;
    const all = gate.headersOf({ tier: caller.tier, window }, response, requestId);
    return responseOf(response.status, all, body);
  };

  return async (request) => {
    const start = Date.now();
    const { method, url } = request;
    const fields = readFields(request, auth.apiKeyPrefix);
    const gateRequest = { method, target: targetOf(url), fields };
    const { target } = gateRequest;
    try {
      const admission = await admit(gate, gateRequest);
      const response = admission.response ?? (await responses.document(target, fields));
      return send(request, admission, response, start);
    } catch (error) {
      log.error({ err: error }, "request failed");
      const admission = await admitUncounted(gate, gateRequest);
      return send(request, admission, responses.problems.internalError(target.path), start);
    }
  };
}

/**
 * Identifies callers by published keys and access tokens. No request waits for another one, so
 * those that overlap may have a few more rejections than the limit.
 */
function createEdgeIdentify(
  { KEYS }: Bindings,
  { auth, baseUrl, limits }: Config,
  { manifest }: Catalog,
  windows: Windows,
  log: Log,
): Identify {
  const keys = KEYS && createEdgeKeys(KEYS, { log, maxAgeSeconds: auth.apiKeysMaxAgeSeconds });
  const { tokens } = auth;
  const accessTokens =
    tokens &&
    createAccessTokens({
      issuer: tokens.issuer,
      audience: tokens.audience ?? baseUrl ?? manifest.baseUrl,
      findKey: createKeyFinder(tokens.jwksUrl, () => accessTokens?.forgetVerified()),
    });
  const rejections = { windows, limit: limits.anonymous };
  const allowFor: AllowFor = (address) => async (check) => {
    const window = rejectionsOf(address);
    const { remaining } = await windows.peek(window, limits.anonymous);
    return remaining > 0 ? checkAndCount(check, rejections, window) : spent(window);
  };
  const identify = createIdentify({ keyFile: keys, accessTokens }, rejections, allowFor);
  return async (presented, address) => {
    if (presented.kind === "key") await keys?.prepare();
    return identify(presented, address);
  };
}

/** Finds the id of a request. */
export function requestIdAtEdge(idOf: RequestIds, { headers }: EdgeRequest): string {
  const ofPlatform = headers.get("cf-ray") ?? undefined;
  return idOf(headers.get("x-request-id"), headers.get("traceparent"), ofPlatform);
}

/** The header with the caller's address. The platform overwrites what a client sends. */
const ADDRESS_HEADER = "cf-connecting-ip";

/** Reads the fields of a request. The platform itself checks that it is valid HTTP. */
function readFields({ cf, headers }: EdgeRequest, keyPrefix: string): RequestFields {
  const read = (name: string) => headers.get(name) ?? undefined;
  // Here a repeated header is one value with commas. No credential contains a comma.
  const credentials = { authorization: read("authorization"), "x-api-key": read("x-api-key") };
  return {
    credential: presentedCredential({ headers: credentials, rawHeaders: [] }, keyPrefix),
    address: callerAt(read(ADDRESS_HEADER)),
    // The platform overwrites the header. What the client sent is in `cf`.
    coding: negotiateCoding(cf?.clientAcceptEncoding ?? read("accept-encoding")),
    ifMatch: read("if-match"),
    ifNoneMatch: read("if-none-match"),
    wantsHtml: wantsHtml(read("accept")),
    fault: undefined,
  };
}

/** A response with a list of names and values of headers. Its body already has its coding. */
export function responseOf(
  status: number,
  list: readonly string[],
  body: Buffer | undefined,
): Response {
  const headers: [string, string][] = [];
  for (let at = 0; at < list.length; at += 2) headers.push([list[at] ?? "", list[at + 1] ?? ""]);
  const bytes = body as Uint8Array<ArrayBuffer> | undefined;
  return new Response(bytes ?? null, { status, headers, ...{ encodeBody: "manual" } });
}
