import { createAccessTokens } from "../auth/access-token.ts";
import { createLimitOf } from "../auth/claimed-limit.ts";
import type { Config } from "../config.ts";
import { admit, admitFailed, createGate } from "../gate/admit.ts";
import { createRedact, presentedCredential } from "../gate/credential.ts";
import type { RequestIds } from "../gate/headers.ts";
import {
  type AllowFor,
  checkAndCount,
  createIdentify,
  type Identify,
  rejectionsOf,
  spent,
  unavailableOf,
} from "../gate/identify.ts";
import { createTargets, type RequestFields } from "../gate/request.ts";
import { createResponses } from "../gate/responses.ts";
import { callerAt } from "../limit/address.ts";
import type { Windows } from "../limit/windows.ts";
import type { Log } from "../log.ts";
import type { Catalog } from "../site/catalog.ts";
import { negotiateCoding, wantsHtml } from "../site/negotiate.ts";
import { logResponse } from "../watch/access-log.ts";
import { createEdgeKeySet } from "./edge-key-set.ts";
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

/** Creates the function that responds in an isolate. Throws where the site cannot be used. */
export function createEdgeGate(bindings: Bindings, config: Config, catalog: Catalog, log: Log) {
  const { auth, limits, logAddresses, storeWaitMs: waitMs } = config;
  const { apiKeyPrefix } = auth;
  const { windowSeconds } = limits;
  const windows = createObjectWindows(bindings.WINDOWS, { windowSeconds, waitMs, log });
  const responses = createResponses(catalog, config);
  const identify = createEdgeIdentify(bindings, config, catalog, windows, log);
  const gate = createGate(config, { responses: () => responses, identify, windows, log });
  const targetOf = createTargets();
  const watch = { redact: createRedact(apiKeyPrefix), logAddresses };

  return async (request: EdgeRequest) => {
    const start = Date.now();
    const { method, headers } = request;
    const requestId = requestIdAtEdge(gate.requestIdOf, request);
    const target = targetOf(request.url);
    const gateRequest = { method, target, fields: readFields(request, apiKeyPrefix) };
    const respond = async () => {
      const admission = await admit(gate, gateRequest);
      const response = admission.response ?? (await responses.document(target, gateRequest.fields));
      return { ...admission, response };
    };
    const admission = await respond().catch((error: unknown) =>
      admitFailed(gate, gateRequest, requestId, error),
    );
    const { response } = admission;
    const { status } = response;
    const body = method === "HEAD" ? undefined : response.body;
    admission.bytes = body?.length ?? 0;
    const address = headers.get(ADDRESS_HEADER) ?? undefined;
    const ms = Date.now() - start;
    logResponse(log, watch, admission, { requestId, method, status, address, ms });
    return responseOf(status, gate.headersOf(admission, response, requestId), body);
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
  const keySet =
    tokens &&
    createEdgeKeySet(tokens, { log, onKeysChanged: () => accessTokens?.forgetVerified() });
  const accessTokens =
    keySet &&
    createAccessTokens({
      issuer: tokens.issuer,
      audience: tokens.audience ?? [baseUrl ?? manifest.baseUrl],
      limitOf: createLimitOf(auth.limitClaim, log),
      keySet,
    });
  const rejections = { windows, limit: limits.anonymous };
  const allowFor: AllowFor = (address) => async (check) => {
    const rejected = rejectionsOf(address);
    const windowsOf = keySet?.isFailing() ? [rejected, unavailableOf(address)] : [rejected];
    for (const window of windowsOf)
      if ((await windows.peek(window, limits.anonymous)).remaining === 0) return spent(window);
    return checkAndCount(() => check(address), rejections, rejected);
  };
  const identify = createIdentify({ keyFile: keys, accessTokens }, rejections, allowFor);
  return async (presented, address) => {
    if (presented.kind === "key") await keys?.prepare();
    return identify(presented, address);
  };
}

/** Finds the id of a request. */
export function requestIdAtEdge(idOf: RequestIds, { headers }: EdgeRequest) {
  return idOf(headers.get("x-request-id"), headers.get("cf-ray") ?? undefined);
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

/** The platform's own option, which the standard's types do not have. */
const ENCODED = { encodeBody: "manual" };

/** A response with a list of names and values of headers. Its body already has its coding. */
export function responseOf(
  status: number,
  list: readonly string[],
  body: Buffer | undefined,
): Response {
  const headers: [string, string][] = [];
  for (let at = 0; at < list.length; at += 2) headers.push([list[at] ?? "", list[at + 1] ?? ""]);
  const bytes = body as Uint8Array<ArrayBuffer> | undefined;
  return new Response(bytes ?? null, { status, headers, ...ENCODED });
}
