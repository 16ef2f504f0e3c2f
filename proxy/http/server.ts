/*
 * Node's server: fastify with its connections (this file, connections.ts), how fast it reads
 * (paced-reading.ts), what it refuses before a request exists (client-errors.ts), what the gate
 * needs of a request (request-fields.ts), and how it sends what the gate says (service.ts). Only
 * the start of the proxy imports it.
 */
import { METHODS, type Server } from "node:http";
import { fastify } from "fastify";
import type { Logger } from "pino";
import type { AssetsOptions } from "../assets/pass-on.ts";
import type { Config } from "../config.ts";
import { createGate, type Gate, isCounted } from "../gate/admit.ts";
import { createRedact } from "../gate/credential.ts";
import type { GateResponse } from "../gate/problems.ts";
import { createTargets, type RequestTarget } from "../gate/request.ts";
import { createResponsesOf } from "../gate/responses.ts";
import type { Catalog } from "../site/catalog.ts";
import type { OnResponse } from "../watch/access-log.ts";
import { createRefuser } from "./client-errors.ts";
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  followConnections,
  type Grace,
} from "./connections.ts";
import { fieldsOf } from "./request-fields.ts";
import { addService, type FastifyGate, SERVICE } from "./service.ts";
import { createForwardingCheck, createTrust } from "./trust.ts";

export type AppOptions = Pick<Gate, "identify" | "windows"> & {
  config: Config;
  /** Gives the current site. It is called for each request. */
  catalog: () => Catalog;
  logger: Logger;
  onResponse?: OnResponse | undefined;
  /** Whether requests should go to other servers still. Default: no. */
  isStarting?: () => boolean;
  /** Replace the default limits. */
  connectionLimits?: Partial<ConnectionLimits>;
  assetLimits?: Omit<AssetsOptions, "origin">;
};

/** The service in a server of its own. */
export type App = ReturnType<typeof createApp>;

/** Options that the types of Node 20 do not have. */
const OF_NODE_24 = { optimizeEmptyRequests: true };

/** Creates a server with nothing but the service. It does not listen yet. */
export function createApp(options: AppOptions) {
  const { assetLimits, isStarting, logger } = options;
  const { assetsOrigin, trustProxy } = options.config;
  const limits = { ...CONNECTION_LIMITS, ...options.connectionLimits };
  const isTrusted = createTrust(trustProxy);
  const targetOf = createTargets();
  const gate = createFastifyGate(options, targetOf, isTrusted);
  const app = fastify({
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkMs,
      requireHostHeader: false, // the gate refuses this with a problem
      ...OF_NODE_24,
    },
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    return503OnClosing: false,
    genReqId: ({ headers }) => gate.requestIdOf(headers["x-request-id"]),
    trustProxy: trustProxy.length > 0 ? isTrusted : false,
    rewriteUrl: ({ method = "", url = "/" }) => {
      const target = targetOf(url);
      const assetPath = assetsOrigin === undefined ? undefined : assetPathOf(method, target);
      return assetPath !== undefined && !gate.responses().has(target) ? assetPath : SERVICE;
    },
    clientErrorHandler: (error, socket) => refuser.refuseUnreadable(error, socket),
  });
  for (const method of METHODS.filter((other) => !app.supportedMethods.includes(other)))
    app.addHttpMethod(method);
  /** The response to load balancers, which ask at `/ready` whether this server takes callers. */
  const special = ({ key, path }: RequestTarget): GateResponse | undefined => {
    if (key !== READY) return undefined;
    const state = isEnding ? "shutting down" : isStarting?.() ? "starting" : undefined;
    return state === undefined ? READY_RESPONSE : gate.responses().problems.notReady(path, state);
  };
  addService(app, gate, special);
  if (assetsOrigin !== undefined)
    // The HTTP client is loaded only where pictures are passed on.
    app.register(async (pictures) => {
      const { assets } = await import("../assets/pass-on.ts");
      pictures.register(assets, { gate, origin: assetsOrigin, ...assetLimits });
    });

  const { server } = app;
  server.maxConnections = limits.most;
  server.maxHeadersCount = 0; // no limit here; the gate refuses too many
  const connections = followConnections(server, limits, isTrusted);
  const refuser = createRefuser(gate, connections);
  server.on("connect", refuser.refuseConnect);
  // The service reads no body, so it sends the final response at once (RFC 9110 §10.1.1).
  server.on("checkContinue", (request, response) => {
    response.shouldKeepAlive = false;
    server.emit("request", request, response);
  });
  // Unknown expectations are ignored (RFC 9110 §10.1.1).
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.once("listening", () => logFailedAccepts(server, logger));

  let isEnding = false;
  let closing: Promise<void> | undefined;
  return {
    server,
    /** Prepares the server to listen. */
    ready: async () => void (await app.ready()),
    /**
     * Closes the server. Requests in flight may finish, and so may those that come within the
     * grace. Every response from now on closes its connection. A second call may shorten the grace.
     */
    close: (grace: Grace = { listenMs: 0, idleMs: 0 }) => {
      isEnding = true;
      const ended = connections.end(grace);
      closing ??= ended.then(() => app.close());
      return closing;
    },
  };
}

/** Creates the gate of a fastify server. */
function createFastifyGate(
  { catalog, config, identify, logger, onResponse, windows }: AppOptions,
  targetOf: (target: string) => RequestTarget,
  isTrusted: (address: string) => boolean,
): FastifyGate {
  const { auth, logAddresses } = config;
  const { apiKeyPrefix } = auth;
  const responsesOf = createResponsesOf(config);
  const responses = () => responsesOf(catalog());
  const checkForwarding = createForwardingCheck(isTrusted, (text) => logger.warn(text));
  const isWatched = onResponse !== undefined || logger.isLevelEnabled("info");
  return {
    ...createGate(config, { responses, identify, windows, log: logger }),
    gateRequestOf: (request) => {
      const { method } = request;
      const target = targetOf(request.originalUrl);
      checkForwarding(request, isCounted({ method, target }));
      return { method, target, fields: fieldsOf(request, apiKeyPrefix) };
    },
    watch: isWatched ? { redact: createRedact(apiKeyPrefix), onResponse, logAddresses } : undefined,
  };
}

/** The path that all pictures are below. */
const ASSETS = "assets";

/**
 * The path of a picture at the origin, in one spelling and without a query. Undefined if the
 * request is not for a picture, or if a segment could lead to another place, such as `..`.
 */
function assetPathOf(method: string, { segments }: RequestTarget) {
  if (method !== "GET" && method !== "HEAD") return undefined;
  const [first, ...rest] = segments ?? [];
  if (first !== ASSETS || rest.length === 0) return undefined;
  if (rest.some((segment) => /^\.?$|\.\.|[\p{Cc}/\\]/u.test(segment))) return undefined;
  return `/${ASSETS}/${rest.map(encodeURIComponent).join("/")}`;
}

const READY = "/ready";

const BODY = Buffer.from('{ "status": "ready" }\n');

const READY_RESPONSE: GateResponse = {
  status: 200,
  headers: [
    "Content-Type",
    "application/json",
    "Content-Length",
    `${BODY.length}`,
    "Cache-Control",
    "no-store",
  ],
  body: BODY,
};

/** How long failures to accept a connection stay out of the log after one was logged. */
const QUIET_MS = 1_000;

/**
 * Logs connections that the system cannot accept, at most one a second. Without a listener, the
 * first of them would end the process.
 */
function logFailedAccepts(server: Server, log: Logger) {
  let quietUntil = 0;
  server.on("error", (err) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + QUIET_MS;
    log.error({ err }, "a connection was not accepted");
  });
}
