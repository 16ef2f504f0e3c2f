import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { READ_SCOPE } from "../build/schema/api-key.ts";
import { lookupKey } from "../build/spelling/fold.ts";
import { type Answer, type Answers, createAnswers } from "./answers.ts";
import type { Identify } from "./auth/identify.ts";
import type { Identity } from "./auth/identity.ts";
import { createRedact } from "./auth/redact.ts";
import type { Config } from "./config.ts";
import { CONNECTION_LIMITS, type ConnectionLimits } from "./connections.ts";
import { faultOf } from "./framing.ts";
import { ADDRESS_KIND, addressKey } from "./limit/address.ts";
import { rateLimitHeaders, type Tier } from "./limit/headers.ts";
import type { Windows } from "./limit/windows.ts";
import type { Catalog } from "./site/catalog.ts";
import { parseRequestTarget, type RequestTarget } from "./site/request-target.ts";
import { answerUnreadable, serializeAnswer } from "./unreadable.ts";

/** On every answer. */
const COMMON_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy, RateLimit, Retry-After, ETag, Content-Location, Link",
  "X-Content-Type-Options": "nosniff",
  Link: '</v1/openapi.json>; rel="service-desc"',
};

/** Whose window a request is counted in and shown. */
type Caller = { tier: Tier; key: string };

/** An answer with the headers of its caller's window; `reason` tells the log why a credential was not taken. */
type Counted = { caller: Caller; answer: Answer; limitHeaders: Record<string, string>; reason: string | undefined };

/** Told of each answer as it leaves; the path is as received, or empty where there was none to read. */
export type OnAnswered = (path: string, status: number, tier: Tier, ms: number) => void;

export type AppOptions = {
  config: Pick<Config, "auth" | "baseUrl" | "keySettingsUrl" | "limits" | "trustProxy">;
  /** The site to answer from; asked for each request. */
  catalog: () => Catalog;
  identify: Identify;
  windows: Windows;
  logger: FastifyBaseLogger;
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
  let answering = { from: catalog(), answers: answersFrom(catalog()) };

  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }), // one line per request, below
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
  // An expectation that is not known is ignored (RFC 9110 §10.1.1).
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  return app;

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const start = performance.now();
    const target = parseRequestTarget(request.raw.url ?? "/");
    inFlight.set(request.raw.socket, reply.raw);
    const { caller, answer, limitHeaders, reason } = await answerTo(request, target);
    write(reply, answer, limitHeaders);
    const ms = performance.now() - start;
    onAnswered?.(target.path, answer.status, caller.tier, ms);
    const line = { method: request.method, path: redact(target.path), status: answer.status, tier: caller.tier };
    request.log.info({ ...line, ms: Number(ms.toFixed(3)), reason }, "request");
    return reply;
  }

  /** Of the site as it is now; what a request is answered with is worked out in one go, so none sees a mixture of two. */
  function answersNow(): Answers {
    const now = catalog();
    if (now !== answering.from) answering = { from: now, answers: answersFrom(now) };
    return answering.answers;
  }

  async function answerTo(request: FastifyRequest, target: RequestTarget): Promise<Counted> {
    try {
      return isCounted(request.method, target)
        ? await count(request, target)
        : await show(anonymous(request), await serve(request, target));
    } catch (error) {
      request.log.error({ err: error }, "request failed");
      return show(anonymous(request), answersNow().internalError(target.path));
    }
  }

  async function count(request: FastifyRequest, target: RequestTarget): Promise<Counted> {
    const identity = await identify(request.raw);
    if (identity.kind === "unavailable") {
      // Not counted: a good credential must not use up the window of an address that others share.
      const counted = await show(anonymous(request), answersNow().internalError(target.path));
      return { ...counted, reason: identity.reason };
    }
    const caller: Caller = identity.kind === "keyed" ? { tier: "keyed", key: identity.id } : anonymous(request);
    const window = await windows.take(caller.key, limits[caller.tier]);
    const answer = window.isExhausted
      ? answersNow().tooManyRequests(target.path, window)
      : (refusal(identity, target) ?? (await serve(request, target)));
    const limitHeaders = rateLimitHeaders(caller.tier, window, limits.windowSeconds);
    return { caller, answer, limitHeaders, reason: "reason" in identity ? identity.reason : undefined };
  }

  /** An answer that is not counted; the caller's window is only shown. */
  async function show(caller: Caller, answer: Answer): Promise<Counted> {
    const window = await windows.peek(caller.key, limits[caller.tier]);
    const limitHeaders = rateLimitHeaders(caller.tier, window, limits.windowSeconds);
    return { caller, answer, limitHeaders, reason: undefined };
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
    const refuseNow = () =>
      isAnswered ? socket.destroy() : void refuse(socket, answerUnreadable(error, answersNow()));
    if (!socket.writable) socket.destroy();
    else if (before === undefined || before.writableFinished) refuseNow();
    else before.once("finish", refuseNow);
  }

  /** Answers a connection that has no request object, and so no caller but its address, and ends it. */
  async function refuse(socket: Socket, refusal: Answer): Promise<void> {
    const start = performance.now();
    socket.on("error", () => socket.destroy()); // Node has taken its own listeners off a CONNECT
    const caller: Caller = { tier: "anonymous", key: windowOf(addressKey(socket.remoteAddress)) };
    const { answer, limitHeaders } = await show(caller, refusal);
    socket.end(serializeAnswer(answer, headersOf(answer, limitHeaders)), () => socket.destroy());
    onAnswered?.("", answer.status, caller.tier, performance.now() - start);
    logger.info({ status: answer.status, tier: caller.tier }, "request refused");
  }
}

/** Writes past fastify's own reply, which would change the case of the names and add a charset to the types. */
function write(reply: FastifyReply, answer: Answer, limitHeaders: Record<string, string>): void {
  reply.hijack();
  reply.raw.writeHead(answer.status, headersOf(answer, limitHeaders));
  reply.raw.end(answer.body);
}

function headersOf({ headers, body }: Answer, limitHeaders: Record<string, string>): Record<string, string | number> {
  const length = body === undefined ? {} : { "Content-Length": body.length };
  return { ...headers, ...length, ...limitHeaders, ...COMMON_HEADERS };
}

/** Everything under `/v1` but its description and preflights is counted, and looks at credentials. */
function isCounted(method: string, { isApi, segments }: RequestTarget): boolean {
  if (!isApi || method === "OPTIONS") return false;
  return segments === undefined || lookupKey(segments) !== "/v1/openapi.json";
}

/** Whatever follows on the connection of a faulty request is not read. */
function andClose(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, Connection: "close" } };
}

/** Apart from the names of keys and accounts, whatever a header says. */
function windowOf(address: string | undefined): string {
  return `${ADDRESS_KIND}${address ?? "unknown"}`;
}
