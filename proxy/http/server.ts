import { METHODS, type Server } from "node:http";
import { type FastifyInstance, fastify } from "fastify";
import type { Logger } from "pino";
import { assetPathOf } from "../assets/asset-path.ts";
import type { AssetsOptions } from "../assets/pass-on.ts";
import type { Config } from "../config.ts";
import type { GateResponse } from "../gate/problems.ts";
import { createTargets, type RequestTarget } from "../gate/request.ts";
import { createRefuser } from "./client-errors.ts";
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  followConnections,
  type Grace,
} from "./connections.ts";
import { createFastifyGate, type FastifyGateOptions, SERVICE, service } from "./service.ts";
import { createTrust } from "./trust.ts";

export type AppOptions = Omit<
  FastifyGateOptions,
  "config" | "isLogged" | "isTrusted" | "logger" | "targetOf"
> & {
  logger: Logger;
  config: FastifyGateOptions["config"] & Pick<Config, "assetsOrigin" | "trustProxy">;
  /** Whether requests should go to other servers still. Default: no. */
  isStarting?: () => boolean;
  /** Replace the default limits. */
  connectionLimits?: Partial<ConnectionLimits>;
  assetLimits?: Omit<AssetsOptions, "origin">;
};

/** The service in a server of its own. */
export type App = {
  server: Server;
  /** Prepares the server to listen. */
  ready: () => Promise<void>;
  /**
   * Closes the server. Requests in flight may finish, and so may those that come within the grace.
   * Every response from now on closes its connection. A second call may shorten the grace.
   */
  close: (grace?: Grace) => Promise<void>;
};

/** Creates a server with nothing but the service. It does not listen yet. */
export function createApp(appOptions: AppOptions): App {
  const { assetLimits, connectionLimits, isStarting, ...options } = appOptions;
  const limits = { ...CONNECTION_LIMITS, ...connectionLimits };
  const { assetsOrigin, trustProxy } = options.config;
  const isTrusted = createTrust(trustProxy);
  const targetOf = createTargets();
  const gate = createFastifyGate({
    ...options,
    isLogged: options.logger.isLevelEnabled("info"),
    isTrusted,
    targetOf,
  });
  const app = fastify({
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkMs,
      requireHostHeader: false, // the gate refuses this with a problem
      ...{ optimizeEmptyRequests: true }, // of Node 24.12; its types and Node 20 do not have it
    },
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    return503OnClosing: false,
    genReqId: ({ headers }) => gate.requestIdOf(headers["x-request-id"], headers["traceparent"]),
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
  const addRoutes = (below: FastifyInstance): void => {
    if (assetsOrigin === undefined) return;
    // The HTTP client is loaded only where pictures are passed on.
    below.register(async (pictures) => {
      const { assets } = await import("../assets/pass-on.ts");
      pictures.register(assets, { gate, origin: assetsOrigin, ...assetLimits });
    });
  };
  /** The response to load balancers, which ask at `/ready` whether this server takes callers. */
  const special = ({ key, path }: RequestTarget): GateResponse | undefined => {
    if (key !== READY) return undefined;
    const state = isEnding ? "shutting down" : isStarting?.() ? "starting" : undefined;
    return state === undefined ? READY_RESPONSE : gate.responses().problems.notReady(path, state);
  };
  app.register(service, { gate, special, addRoutes });

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
  server.once("listening", () => logFailedAccepts(server, options.logger));

  let isEnding = false;
  let closing: Promise<void> | undefined;
  return {
    server,
    ready: async () => void (await app.ready()),
    close: (grace = { listenMs: 0, idleMs: 0 }) => {
      isEnding = true;
      const ended = connections.end(grace);
      closing ??= ended.then(() => app.close());
      return closing;
    },
  };
}

const READY = "/ready";

const BODY = Buffer.from('{ "status": "ready" }\n');

const READY_RESPONSE: GateResponse = {
  status: 200,
  headers: [
    ...["Content-Type", "application/json", "Content-Length", `${BODY.length}`],
    ...["Cache-Control", "no-store"],
  ],
  body: BODY,
};

/** How long failures to accept a connection stay out of the log after one was logged. */
const QUIET_MS = 1_000;

/**
 * Logs connections that the system cannot accept, at most one a second. Without a listener, the
 * first of them would end the process.
 */
function logFailedAccepts(server: Server, log: Logger): void {
  let isQuiet = false;
  server.on("error", (err) => {
    if (isQuiet) return;
    isQuiet = true;
    setTimeout(() => {
      isQuiet = false;
    }, QUIET_MS).unref();
    log.error({ err }, "a connection was not accepted");
  });
}
