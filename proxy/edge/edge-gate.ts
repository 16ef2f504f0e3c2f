import { createRedact } from "../auth/redact.ts";
import { openVerifiers } from "../auth/verifiers.ts";
import type { Config } from "../config.ts";
import {
  admitCounted,
  admitUncounted,
  createGate,
  type Gate,
  type GateRequest,
  headersOf,
  isCounted,
  type Next,
  type Visit,
  visitUncounted,
} from "../gate/admit.ts";
import { createAnswersOf } from "../gate/answers.ts";
import { createIdentify, type Identify, presentedCredential } from "../gate/identify.ts";
import type { Answer } from "../gate/problems.ts";
import { createTargets, type RequestFields, type RequestTarget } from "../gate/request.ts";
import type { RequestIds } from "../gate/request-id.ts";
import { callerAt } from "../limit/address.ts";
import { createSharedWindows } from "../limit/shared-windows.ts";
import { createMemoryWindows } from "../limit/windows.ts";
import type { Log } from "../log.ts";
import { SiteError } from "../site/catalog.ts";
import { negotiateCoding, wantsHtml } from "../site/negotiate.ts";
import { logAnswered } from "../watch/access-log.ts";
import { createConsoleLog } from "./console-log.ts";
import type { createEdgeKeys, KeyNamespace } from "./edge-keys.ts";
import { type Assets, type EdgeSite, openEdgeSite } from "./edge-site.ts";
import { type CallerWindows, createObjectCounts } from "./object-counts.ts";

/** The bindings of the worker. The same object holds the settings, which are the proxy's own. */
export type Bindings = {
  /** The files of the site. */
  ASSETS: Assets;
  /** The durable objects that count. */
  WINDOWS: CallerWindows;
  /** The published keys; without it there are none but those of the introspection service. */
  KEYS?: KeyNamespace;
};

/** A request as the runtime gives it; `cf` is what the platform knows of it. */
export type EdgeRequest = Pick<Request, "headers" | "method" | "url"> & {
  cf?: { clientAcceptEncoding?: string };
};

/** Answers requests. */
export type EdgeGate = (request: EdgeRequest) => Promise<Response>;

/** Opens the gate of an isolate. Throws where the settings or the site cannot be used. */
export async function openEdgeGate(bindings: Bindings): Promise<EdgeGate> {
  const config = await readSettings(bindings);
  const { auth, baseUrl, keySettingsUrl, limits, logLevel, storeWaitMs } = config;
  const { windowSeconds } = limits;
  const log = createConsoleLog(logLevel);
  const site = await openEdgeSite(bindings.ASSETS);
  const origin = baseUrl ?? site.current().manifest.baseUrl;
  const verifiers = await openVerifiers(auth, origin, log);
  const keys =
    bindings.KEYS &&
    (await openKeys(bindings.KEYS, { log, maxAgeSeconds: auth.apiKeysMaxAgeSeconds }));
  const windows = createSharedWindows({
    store: createObjectCounts(bindings.WINDOWS, windowSeconds, storeWaitMs),
    own: createMemoryWindows(windowSeconds),
    name: "the durable object of a window",
    log,
  });
  const answersOf = createAnswersOf({ baseUrl, keySettingsUrl, windowSeconds });
  const answers = () => answersOf(site.current());
  const { apiKeyPrefix } = auth;
  const gate = createGate({ answers, apiKeyPrefix, limits, log, windows });
  const known = createIdentify(
    { keyFile: keys, ...verifiers },
    { windows, limit: limits.anonymous },
  );
  /** Only a request with a key waits for the keys. */
  const identify: Identify = (presented, address) => {
    const reading = presented.kind === "key" ? keys?.firstRead() : undefined;
    return reading ? reading.then(() => known(presented, address)) : known(presented, address);
  };
  return createEdgeGate({ gate, site, identify, config, log });
}

/** Without published keys, a start does not run the code that reads them. */
const openKeys = async (...asked: Parameters<typeof createEdgeKeys>) =>
  (await import("./edge-keys.ts")).createEdgeKeys(...asked);

/** The settings among the bindings. Throws where some cannot be used, with a line for each. */
export async function readSettings(bindings: object): Promise<Config> {
  const settings = Object.entries<unknown>({ ...bindings }).filter(isSetting);
  const { readConfig } = await import("../config.ts");
  const read = readConfig(Object.fromEntries(settings));
  if ("config" in read) return read.config;
  throw new Error(read.problems.join("\n"));
}

function isSetting(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === "string";
}

type Parts = { gate: Gate; site: EdgeSite; identify: Identify; config: Config; log: Log };

function createEdgeGate({ gate, site, identify, config, log }: Parts): EdgeGate {
  const { auth, logAddresses, logLevel } = config;
  const targetOf = createTargets();
  const fieldsOf = createEdgeFieldsReader(auth.apiKeyPrefix);
  const redact = createRedact(auth.apiKeyPrefix);
  const isLogged = ["trace", "debug", "info"].includes(logLevel);

  /** Answers from the site. Loads it again if its files no longer fit its manifest. */
  const documentOf = async (target: RequestTarget, fields: RequestFields): Promise<Answer> => {
    const catalog = site.current();
    try {
      return await gate.answers().document(target, fields);
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      log.error({ reason: error.message }, "the site has changed; it is loaded again");
      await site.replace(catalog);
      return await gate.answers().document(target, fields);
    }
  };

  const respond = (request: EdgeRequest, visit: Visit, answer: Answer, start: number): Response => {
    const { status, body } = answer;
    const isBodied = body !== undefined && request.method !== "HEAD";
    const requestId = requestIdAtEdge(gate.requestIdOf, request);
    visit.bytes = isBodied ? body.length : 0;
    if (isLogged) {
      const { method, headers } = request;
      logAnswered(log, visit, {
        requestId,
        method,
        path: redact(visit.target.path),
        status,
        address: logAddresses ? (headers.get(ADDRESS_HEADER) ?? undefined) : undefined,
        ms: Date.now() - start,
      });
    }
    const headers = pairsOf(headersOf(gate, visit, answer, requestId));
    return new Response(isBodied ? bytesOf(body) : null, { status, headers, ...AS_IT_IS });
  };

  const admit = (gateRequest: GateRequest): Promise<[Visit, Answer | undefined]> =>
    new Promise((resolve, reject) => {
      const { fields, method, target } = gateRequest;
      const next: Next = (visit, answer) => resolve([visit, answer]);
      if (method === "OPTIONS" || !isCounted(target))
        admitUncounted(gate, gateRequest, next, reject);
      else
        admitCounted(gate, gateRequest, identify(fields.credential, fields.address), next, reject);
    });

  return async (request) => {
    const start = Date.now();
    const [target, fields] = [targetOf(request.url), fieldsOf(request)];
    const gateRequest = { target, fields, method: request.method };
    try {
      const [visit, answer] = await admit(gateRequest);
      return respond(request, visit, answer ?? (await documentOf(target, fields)), start);
    } catch (error) {
      log.error({ err: error }, "request failed");
      const visit = await new Promise<Visit>((resolve, reject) =>
        visitUncounted(gate, gateRequest, undefined, reject, resolve),
      );
      return respond(request, visit, gate.answers().problems.internalError(target.path), start);
    }
  };
}

/** Finds the id of a request. */
export function requestIdAtEdge(idOf: RequestIds, { headers }: EdgeRequest): string {
  const ofPlatform = headers.get("cf-ray") ?? undefined;
  return idOf(headers.get("x-request-id"), headers.get("traceparent"), ofPlatform);
}

/** The header with the caller's address. The platform overwrites what a client sends. */
const ADDRESS_HEADER = "cf-connecting-ip";

/** Bodies already have their coding, so the runtime must not encode them (`encodeBody`). */
const AS_IT_IS = { encodeBody: "manual" };

/** Reads the fields of a request. The platform itself checks that it is valid HTTP. */
function createEdgeFieldsReader(keyPrefix: string): (request: EdgeRequest) => RequestFields {
  return ({ cf, headers }) => ({
    // Here a repeated header is one value with commas. No credential contains a comma.
    credential: presentedCredential(
      {
        headers: {
          authorization: headers.get("authorization") ?? undefined,
          "x-api-key": headers.get("x-api-key") ?? undefined,
        },
        rawHeaders: [],
      },
      keyPrefix,
    ),
    address: callerAt(headers.get(ADDRESS_HEADER) ?? undefined),
    // The platform overwrites the header. What the client sent is in `cf`.
    coding: negotiateCoding(
      cf?.clientAcceptEncoding ?? headers.get("accept-encoding") ?? undefined,
    ),
    ifNoneMatch: headers.get("if-none-match") ?? undefined,
    wantsHtml: wantsHtml(headers.get("accept") ?? undefined),
    fault: undefined,
  });
}

/** The bytes of a body, as `fetch` types them. */
export function bytesOf(body: Buffer): Uint8Array<ArrayBuffer> {
  return body as Uint8Array<ArrayBuffer>;
}

export function pairsOf(list: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < list.length; at += 2) pairs.push([list[at] ?? "", list[at + 1] ?? ""]);
  return pairs;
}
