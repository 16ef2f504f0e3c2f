import { logAnswered } from "../access-log.ts";
import { admitCounted, admitUncounted, continueWith, type Next, visitUncounted } from "../admit.ts";
import { createAnswersOf } from "../answers.ts";
import { type Presented, presentedCredential } from "../auth/credential.ts";
import type { Identify } from "../auth/identify.ts";
import type { KeyStore } from "../auth/known-keys.ts";
import { createRedact } from "../auth/redact.ts";
import { openVerifiers, type VerifierMakers } from "../auth/verifiers.ts";
import type { Config } from "../config.ts";
import { isCounted } from "../counted-paths.ts";
import { createGate, type Gate } from "../gate.ts";
import { type Answer, headersOf } from "../headers.ts";
import { callerAt } from "../limit/address.ts";
import { createCounts } from "../limit/counts.ts";
import { createSharedWindows } from "../limit/shared-windows.ts";
import type { Log } from "../log.ts";
import { createLimitedIdentify } from "../rejections.ts";
import type { RequestFields } from "../request-fields.ts";
import { SiteError } from "../site/catalog.ts";
import { negotiateCoding, wantsHtml } from "../site/negotiate.ts";
import { createTargets, type RequestTarget } from "../site/request-target.ts";
import type { Visit } from "../visit.ts";
import { createConsoleLog } from "./console-log.ts";
import type { KeyNamespace, openEdgeKeys } from "./edge-keys.ts";
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

/** The settings cannot be used; each line says what is wrong with one. */
export class SettingsError extends Error {}

/** The bundle has all verifiers, but a start runs only the code of configured ones. */
const MAKERS: VerifierMakers = {
  introspection: async () => (await import("../auth/introspection.ts")).createIntrospection,
  accessTokens: async () => (await import("../auth/access-token.ts")).createAccessTokens,
};

const openKeys = async (...asked: Parameters<typeof openEdgeKeys>): Promise<KeyStore> =>
  (await import("./edge-keys.ts")).openEdgeKeys(...asked);

/** Opens the gate of an isolate. Throws `SettingsError`, `SiteError`. */
export async function openEdgeGate(bindings: Bindings): Promise<EdgeGate> {
  const config = await configOf(bindings);
  const { auth, baseUrl, keySettingsUrl, limits, logLevel, storeWaitMs } = config;
  const { windowSeconds } = limits;
  const log = createConsoleLog(logLevel);
  const openingKeys =
    bindings.KEYS && openKeys(bindings.KEYS, { log, maxAgeSeconds: auth.apiKeysMaxAgeSeconds });
  try {
    const [site, keyFile] = await Promise.all([openEdgeSite(bindings.ASSETS), openingKeys]);
    const verifiers = await openVerifiers(
      auth,
      baseUrl ?? site.current().manifest.baseUrl,
      log,
      MAKERS,
    );
    const windows = createSharedWindows({
      store: createObjectCounts(bindings.WINDOWS, windowSeconds, storeWaitMs),
      own: createCounts(windowSeconds),
      name: "the durable object of a window",
      log,
    });
    const answersOf = createAnswersOf({ baseUrl, keySettingsUrl, windowSeconds });
    const gate = createGate({ answers: () => answersOf(site.current()), limits, log, windows });
    const identify = createLimitedIdentify(
      { keyFile, ...verifiers },
      { windows, limit: limits.anonymous },
    );
    return createEdgeGate({ gate, site, identify, config, log });
  } catch (error) {
    (await openingKeys)?.close(); // or the keys would be read for ever after each failure
    throw error;
  }
}

async function configOf(bindings: Bindings): Promise<Config> {
  const settings = Object.entries<unknown>({ ...bindings }).filter(isSetting);
  const { readConfig } = await import("../config.ts");
  const read = readConfig(Object.fromEntries(settings));
  if ("config" in read) return read.config;
  throw new SettingsError(read.problems.join("\n"));
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

  const documentOf = createDocumentOf({ gate, site, log });

  const respond = (request: EdgeRequest, visit: Visit, answer: Answer, start: number): Response => {
    const { status, body } = answer;
    const isBodied = body !== undefined && request.method !== "HEAD";
    visit.bytes = isBodied ? body.length : 0;
    if (isLogged) {
      const { method, headers } = request;
      logAnswered(log, visit, {
        requestId: headers.get("cf-ray") ?? undefined,
        traceparent: headers.get("traceparent") ?? undefined,
        method,
        path: redact(visit.target.path),
        status,
        address: logAddresses ? (headers.get(ADDRESS_HEADER) ?? undefined) : undefined,
        ms: Date.now() - start,
      });
    }
    const headers = pairsOf(headersOf(gate, visit.caller, visit.window, answer));
    return new Response(isBodied ? bytesOf(body) : null, { status, headers, ...AS_IT_IS });
  };

  return (request) => {
    const start = Date.now();
    const gateRequest = {
      target: targetOf(request.url),
      fields: fieldsOf(request),
      method: request.method,
    };
    const { target, fields, method } = gateRequest;
    const answered = new Promise<Response>((resolve, reject) => {
      const next: Next = (visit, answer) =>
        continueWith(answer ?? documentOf(target, fields), reject, (found) =>
          resolve(respond(request, visit, found, start)),
        );
      if (method === "OPTIONS" || !isCounted(target))
        admitUncounted(gate, gateRequest, next, reject);
      else
        admitCounted(gate, gateRequest, identify(fields.credential, fields.address), next, reject);
    });
    return answered.catch((error: unknown) => {
      log.error({ err: error }, "request failed");
      return new Promise<Response>((resolve, reject) =>
        visitUncounted(gate, gateRequest, undefined, reject, (visit) =>
          resolve(
            respond(request, visit, gate.answers().problems.internalError(target.path), start),
          ),
        ),
      );
    });
  };
}

type DocumentOf = (target: RequestTarget, fields: RequestFields) => Answer | Promise<Answer>;

/** Answers from the site, and takes it over anew if its files no longer fit its manifest. */
function createDocumentOf({ gate, site, log }: Pick<Parts, "gate" | "site" | "log">): DocumentOf {
  /** Another site may be current after the wait. Then that one is prepared as well. */
  const preparedDocumentOf: DocumentOf = (target, fields) => {
    const preparing = site.prepare(target);
    return preparing === undefined
      ? gate.answers().document(target, fields)
      : preparing.then(() => preparedDocumentOf(target, fields));
  };

  const retry = async (
    error: unknown,
    target: RequestTarget,
    fields: RequestFields,
  ): Promise<Answer> => {
    if (!(error instanceof SiteError)) throw error;
    log.error({ reason: error.message }, "the site has changed; it is taken over anew");
    await site.look();
    return preparedDocumentOf(target, fields);
  };

  return (target, fields) => {
    const answer = preparedDocumentOf(target, fields);
    return answer instanceof Promise
      ? answer.catch((error) => retry(error, target, fields))
      : answer;
  };
}

/** The header with the caller's address. The platform overwrites what a client sends. */
const ADDRESS_HEADER = "cf-connecting-ip";

/** Bodies already have their coding, so the runtime must not encode them (`encodeBody`). */
const AS_IT_IS = { encodeBody: "manual" };

/** Reads the fields of a request. The platform itself checks that it is valid HTTP. */
function createEdgeFieldsReader(keyPrefix: string): (request: EdgeRequest) => RequestFields {
  /** Here a repeated header arrives as one value with commas. No credential contains a comma. */
  const credentialIn = (headers: Headers): Presented => {
    const authorization = headers.get("authorization") ?? undefined;
    const apiKey = headers.get("x-api-key") ?? undefined;
    if (authorization === undefined && apiKey === undefined) return NO_CREDENTIAL;
    return presentedCredential(
      {
        headers: {
          ...(authorization === undefined ? {} : { authorization }),
          ...(apiKey === undefined ? {} : { "x-api-key": apiKey }),
        },
        rawHeaders: [],
      },
      keyPrefix,
    );
  };
  return ({ cf, headers }) => ({
    credential: credentialIn(headers),
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

const NO_CREDENTIAL: Presented = { kind: "none" };

/** The bytes of a body, as `fetch` types them. */
export function bytesOf(body: Buffer): Uint8Array<ArrayBuffer> {
  return body as Uint8Array<ArrayBuffer>;
}

function pairsOf(list: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < list.length; at += 2) pairs.push([list[at] ?? "", list[at + 1] ?? ""]);
  return pairs;
}
