import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { READ_SCOPE } from "../build/schema/api-key.ts";
import { type Answer, type Answers, createAnswers, type HeaderList } from "./answers.ts";
import type { Identify } from "./auth/identify.ts";
import type { Identity } from "./auth/identity.ts";
import { createRedact } from "./auth/redact.ts";
import type { Config } from "./config.ts";
import { CONNECTION_LIMITS, type ConnectionLimits } from "./connections.ts";
import { faultOf } from "./framing.ts";
import { ADDRESS_KIND, addressKey } from "./limit/address.ts";
import { rateLimitHeaders, type Tier } from "./limit/headers.ts";
import type { Window, Windows } from "./limit/windows.ts";
import type { Catalog } from "./site/catalog.ts";
import { createTargets, type RequestTarget } from "./site/request-target.ts";
import { answerUnreadable, serializeAnswer } from "./unreadable.ts";
import { whenReady } from "./when-ready.ts";

/** On every answer. */
const COMMON_HEADERS: HeaderList = [
  "Access-Control-Allow-Origin",
  "*",
  "Access-Control-Expose-Headers",
  "RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy, RateLimit, Retry-After, ETag, Content-Location, Link",
  "X-Content-Type-Options",
  "nosniff",
  "Link",
  '</v1/openapi.json>; rel="service-desc"',
];

/** Whose window a request is counted in and shown. */
type Caller = { tier: Tier; key: string };

/** An answer, and its caller's window as it shows it; `reason` tells the log why a credential was not taken. */
type Counted = { caller: Caller; answer: Answer; window: Window; reason: string | undefined };

/** Told of each answer as it leaves; the path is as received, or empty where there was none to read. */
export type OnAnswered = (path: string, status: number, tier: Tier, ms: number) => void;

export type AppOptions = {
  config: Pick<Config, "auth" | "baseUrl" | "keySettingsUrl" | "limits" | "trustProxy">;
  /** The site to answer from; asked for each request. */
  catalog: () => Catalog;
  identify: Identify;
  windows: Windows;
  logger: Logger;
  onAnswered?: OnAnswered | undefined;
  connectionLimits?: ConnectionLimits;
};

/** The whole service, not yet listening. A request: who is calling -> count -> refuse, or look up -> answer. */
export function createApp({
  config,
  catalog,
  identify,
  windows,
  logger,
  onAnswered,
  connectionLimits = CONNECTION_LIMITS,
}: AppOptions): FastifyInstance {
  const { keySettingsUrl, limits } = config;
  const redact = createRedact(config.auth.apiKeyPrefix);
  const answersFrom = (from: Catalog) =>
    createAnswers(from, {
      baseUrl: config.baseUrl ?? from.manifest.baseUrl,
      keySettingsUrl,
      windowSeconds: limits.windowSeconds,
    });
  /** The newest response of each connection. */
  const inFlight = new WeakMap<Socket, ServerResponse>();
  const targetOf = createTargets();
  let answering = { from: catalog(), answers: answersFrom(catalog()) };

  const app = fastify({
    logger: false, // its own would cost each request a child logger and listeners; one line per request is written below
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: "idle",
    connectionTimeout: connectionLimits.stalledMs,
    keepAliveTimeout: connectionLimits.idleMs,
    requestTimeout: connectionLimits.requestMs,
    http: {
      headersTimeout: connectionLimits.headersMs,
      connectionsCheckingInterval: connectionLimits.checkMs,
      requireHostHeader: false, // refused below, with a problem
    },
    frameworkErrors: (_error, request, reply) => handle(request, reply), // the router's malformed paths; they name nothing
    clientErrorHandler: refuseUnreadable,
  });
  app.server.maxConnections = connectionLimits.most;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _body, done) => done(null)); // of methods that are not served: left unread
  app.route({ method: ["GET", "HEAD"], url: "*", handler: handle });
  app.setNotFoundHandler(handle); // every other method
  app.setErrorHandler((_error, request, reply) => handle(request, reply)); // of bodies that are not even looked at
  app.server.on("connect", ({ url = "" }, socket: Socket) =>
    refuse(socket, answersNow().methodNotAllowed(url, "CONNECT")),
  );
  // No body is ever wanted, so the final answer comes at once, and the body may stay away (RFC 9110 §10.1.1).
  app.server.on("checkContinue", (request, response) => {
    response.shouldKeepAlive = false;
    app.server.emit("request", request, response);
  });
  // An expectation that is not known is ignored (RFC 9110 §10.1.1).
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  return app;

  /** Past fastify's own reply, which would change the case of header names and add a charset to types. */
  function handle(request: FastifyRequest, reply: FastifyReply): void {
    const start = performance.now();
    const response = reply.hijack().raw;
    const target = targetOf(request.raw.url ?? "/");
    inFlight.set(request.raw.socket, response);
    void whenReady(answerTo(request, target), (counted) => {
      write(response, counted);
      const ms = performance.now() - start;
      const { caller, answer, reason } = counted;
      onAnswered?.(target.path, answer.status, caller.tier, ms);
      if (!logger.isLevelEnabled("info")) return;
      const line = { method: request.method, path: redact(target.path), status: answer.status, tier: caller.tier };
      logger.info({ ...line, ms: Math.round(ms * 1000) / 1000, reason }, "request");
    });
  }

  function write(response: ServerResponse, { caller, answer, window }: Counted): void {
    response.writeHead(answer.status, headersOf(caller, answer, window));
    response.end(answer.body);
  }

  function headersOf({ tier }: Caller, { headers }: Answer, window: Window): string[] {
    return [...headers, ...rateLimitHeaders(tier, window, limits.windowSeconds), ...COMMON_HEADERS];
  }

  /** Of the site as it is now; what a request is answered with is worked out in one go, so none sees a mixture of two. */
  function answersNow(): Answers {
    const now = catalog();
    if (now !== answering.from) answering = { from: now, answers: answersFrom(now) };
    return answering.answers;
  }

  function answerTo(request: FastifyRequest, target: RequestTarget): Counted | Promise<Counted> {
    try {
      const counted = isCounted(request.method, target)
        ? count(request, target)
        : showOf(request, serve(request, target));
      return counted instanceof Promise ? counted.catch((error: unknown) => failed(request, target, error)) : counted;
    } catch (error) {
      return failed(request, target, error);
    }
  }

  function failed(request: FastifyRequest, { path }: RequestTarget, error: unknown): Counted | Promise<Counted> {
    logger.error({ err: error }, "request failed");
    return showOf(request, answersNow().internalError(path));
  }

  function count(request: FastifyRequest, target: RequestTarget): Counted | Promise<Counted> {
    return whenReady(identify(request.raw), (identity) => {
      const reason = "reason" in identity ? identity.reason : undefined;
      // Not counted: a good credential must not use up the window of an address that others share.
      if (identity.kind === "unavailable") return showOf(request, answersNow().internalError(target.path), reason);
      const caller: Caller = identity.kind === "keyed" ? { tier: "keyed", key: identity.id } : anonymous(request);
      return whenReady(windows.take(caller.key, limits[caller.tier]), (window) => {
        const answer = window.isExhausted
          ? answersNow().tooManyRequests(target.path, window)
          : (refusal(identity, target) ?? serve(request, target));
        return whenReady(answer, (answer) => ({ caller, answer, window, reason }));
      });
    });
  }

  /** An answer that is not counted: the window of the address is only shown. */
  function showOf(
    request: FastifyRequest,
    answer: Answer | Promise<Answer>,
    reason?: string,
  ): Counted | Promise<Counted> {
    return whenReady(answer, (answer) => show(anonymous(request), answer, reason));
  }

  function show(caller: Caller, answer: Answer, reason?: string): Counted | Promise<Counted> {
    const window = windows.peek(caller.key, limits[caller.tier]);
    return whenReady(window, (window) => ({ caller, answer, window, reason }));
  }

  function refusal(identity: Exclude<Identity, { kind: "unavailable" }>, { path }: RequestTarget): Answer | undefined {
    switch (identity.kind) {
      case "anonymous":
        return undefined;
      case "keyed":
        return identity.scopes.includes(READ_SCOPE) ? undefined : answersNow().forbidden(path);
      case "rejected":
        return answersNow().unauthorized(path);
    }
  }

  function serve({ method, raw, headers }: FastifyRequest, target: RequestTarget): Answer | Promise<Answer> {
    const fault = faultOf(raw);
    if (fault !== undefined) return andClose(answersNow().badRequest(target.path, fault));
    if (method === "GET" || method === "HEAD") return answersNow().resource(target, headers);
    return method === "OPTIONS" ? answersNow().options() : answersNow().methodNotAllowed(target.path, method);
  }

  function anonymous({ ip, raw }: FastifyRequest): Caller {
    return { tier: "anonymous", key: windowOf(addressKey(ip) ?? addressKey(raw.socket.remoteAddress)) };
  }

  /** After the answers to what came before it on the same connection, if there is one under way. */
  function refuseUnreadable(error: Error, socket: Socket): void {
    const before = inFlight.get(socket);
    // The body of a request that has its answer was not asked for, whatever is wrong with it.
    const isAnswered = before !== undefined && !before.req.complete;
    const refuseNow = () => (isAnswered ? socket.destroy() : refuse(socket, answerUnreadable(error, answersNow())));
    if (!socket.writable) socket.destroy();
    else if (before === undefined || before.writableFinished) refuseNow();
    else before.once("finish", refuseNow);
  }

  /** Answers a connection that has no request object, and so no caller but its address, and ends it. */
  function refuse(socket: Socket, refusal: Answer): void {
    const start = performance.now();
    socket.on("error", () => socket.destroy()); // Node has taken its own listeners off a CONNECT
    const caller: Caller = { tier: "anonymous", key: windowOf(addressKey(socket.remoteAddress)) };
    void whenReady(show(caller, refusal), ({ answer, window }) => {
      socket.end(serializeAnswer(answer, headersOf(caller, answer, window)), () => socket.destroy());
      onAnswered?.("", answer.status, caller.tier, performance.now() - start);
      logger.info({ status: answer.status, tier: caller.tier }, "request refused");
    });
  }
}

/** Everything under `/v1` but its description and preflights is counted, and looks at credentials. */
function isCounted(method: string, { isApi, key }: RequestTarget): boolean {
  return isApi && method !== "OPTIONS" && key !== "/v1/openapi.json";
}

/** Whatever follows on the connection of a faulty request is not read. */
function andClose(answer: Answer): Answer {
  return { ...answer, headers: [...answer.headers, "Connection", "close"] };
}

/** Apart from the names of keys and accounts, whatever a header says. */
function windowOf(address: string | undefined): string {
  return `${ADDRESS_KIND}${address ?? "unknown"}`;
}
