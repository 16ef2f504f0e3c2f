import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { READ_SCOPE } from "../build/keys/api-key.ts";
import { type Answer, type Answers, createAnswers, type HeaderList } from "./answers.ts";
import type { Identify } from "./auth/identify.ts";
import type { Identity } from "./auth/identity.ts";
import { createRedact } from "./auth/redact.ts";
import type { Config } from "./config.ts";
import { CONNECTION_LIMITS, type ConnectionLimits } from "./connections.ts";
import { callerAt } from "./limit/address.ts";
import { createRateLimitHeaders, type Tier } from "./limit/headers.ts";
import type { Window, Windows } from "./limit/windows.ts";
import { createFieldsReader, type RequestFields } from "./request-fields.ts";
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

/** A request, as far as the service looks at it. */
type Asked = { method: string; target: RequestTarget; fields: RequestFields };

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

export type App = {
  server: Server;
  /** Lets requests in flight finish; every answer from now on ends its connection. It listens on for `lingerMs`. */
  close: (lingerMs?: number) => Promise<void>;
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
}: AppOptions): App {
  const { keySettingsUrl, limits } = config;
  const redact = createRedact(config.auth.apiKeyPrefix);
  const rateLimitHeaders = createRateLimitHeaders(limits);
  const isWatched = onAnswered !== undefined || logger.isLevelEnabled("info");
  const answersFrom = (from: Catalog) =>
    createAnswers(from, {
      baseUrl: config.baseUrl ?? from.manifest.baseUrl,
      keySettingsUrl,
      windowSeconds: limits.windowSeconds,
    });
  const targetOf = createTargets();
  const fieldsOf = createFieldsReader(config);
  /** The newest response of each connection. */
  const inFlight = new WeakMap<Socket, ServerResponse>();
  let answering = { from: catalog(), answers: answersFrom(catalog()) };
  let closing: Promise<void> | undefined;

  const server = createServer(
    {
      headersTimeout: connectionLimits.headersMs,
      requestTimeout: connectionLimits.requestMs,
      keepAliveTimeout: connectionLimits.idleMs,
      connectionsCheckingInterval: connectionLimits.checkMs,
      requireHostHeader: false, // refused below, with a problem
    },
    handle,
  );
  server.setTimeout(connectionLimits.stalledMs);
  server.maxConnections = connectionLimits.most;
  server.on("clientError", refuseUnreadable);
  server.on("connect", ({ url = "" }, socket: Socket) =>
    refuse(socket, answersNow().methodNotAllowed(url, "CONNECT")),
  );
  // No body is ever wanted, so the final answer comes at once, and the body may stay away (RFC 9110 §10.1.1).
  server.on("checkContinue", (request, response) => {
    response.shouldKeepAlive = false;
    handle(request, response);
  });
  server.on("checkExpectation", handle); // one that is not known is ignored (RFC 9110 §10.1.1)

  return {
    server,
    close: (lingerMs = 0) => {
      closing ??= close(lingerMs);
      return closing;
    },
  };

  async function close(lingerMs: number): Promise<void> {
    if (lingerMs > 0) await setTimeout(lingerMs);
    server.close();
    await once(server, "close");
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const start = isWatched ? performance.now() : 0;
    const { method = "GET", url = "/", socket } = request;
    const asked = { method, target: targetOf(url), fields: fieldsOf(request) };
    inFlight.set(socket, response);
    if (closing !== undefined) response.shouldKeepAlive = false;
    void whenReady(answerTo(asked), (counted) => {
      write(response, counted);
      if (isWatched) report(asked, counted, performance.now() - start);
    });
  }

  function report(
    { method, target: { path } }: Asked,
    { caller: { tier }, answer, reason }: Counted,
    ms: number,
  ): void {
    const { status } = answer;
    onAnswered?.(path, status, tier, ms);
    logger.info(
      { method, path: redact(path), status, tier, ms: Math.round(ms * 1000) / 1000, reason },
      "request",
    );
  }

  function write(response: ServerResponse, { caller, answer, window }: Counted): void {
    response.writeHead(answer.status, headersOf(caller, answer, window));
    response.end(answer.body);
  }

  function headersOf({ tier }: Caller, { headers }: Answer, window: Window): string[] {
    return [...headers, ...rateLimitHeaders(tier, window), ...COMMON_HEADERS];
  }

  /** Of the site as it is now; what a request is answered with is worked out in one go, so none sees a mixture of two. */
  function answersNow(): Answers {
    const now = catalog();
    if (now !== answering.from) answering = { from: now, answers: answersFrom(now) };
    return answering.answers;
  }

  function answerTo(asked: Asked): Counted | Promise<Counted> {
    try {
      const counted = isCounted(asked) ? count(asked) : showOf(asked, serve(asked));
      return counted instanceof Promise
        ? counted.catch((error: unknown) => failed(asked, error))
        : counted;
    } catch (error) {
      return failed(asked, error);
    }
  }

  function failed(asked: Asked, error: unknown): Counted | Promise<Counted> {
    logger.error({ err: error }, "request failed");
    return showOf(asked, answersNow().internalError(asked.target.path));
  }

  function count(asked: Asked): Counted | Promise<Counted> {
    const { target, fields } = asked;
    return whenReady(identify(fields.credential), (identity) => {
      const reason = "reason" in identity ? identity.reason : undefined;
      // Not counted: a good credential must not use up the window of an address that others share.
      if (identity.kind === "unavailable")
        return showOf(asked, answersNow().internalError(target.path), reason);
      const caller: Caller =
        identity.kind === "keyed" ? { tier: "keyed", key: identity.id } : anonymous(fields.address);
      return whenReady(windows.take(caller.key, limits[caller.tier]), (window) => {
        const answer = window.isExhausted
          ? answersNow().tooManyRequests(target.path, window)
          : (refusal(identity, target) ?? serve(asked));
        return whenReady(answer, (answer) => ({ caller, answer, window, reason }));
      });
    });
  }

  /** An answer that is not counted: the window of the address is only shown. */
  function showOf(
    asked: Asked,
    answer: Answer | Promise<Answer>,
    reason?: string,
  ): Counted | Promise<Counted> {
    return whenReady(answer, (answer) => show(anonymous(asked.fields.address), answer, reason));
  }

  function show(caller: Caller, answer: Answer, reason?: string): Counted | Promise<Counted> {
    const window = windows.peek(caller.key, limits[caller.tier]);
    return whenReady(window, (window) => ({ caller, answer, window, reason }));
  }

  function refusal(
    identity: Exclude<Identity, { kind: "unavailable" }>,
    { path }: RequestTarget,
  ): Answer | undefined {
    switch (identity.kind) {
      case "anonymous":
        return undefined;
      case "keyed":
        return identity.scopes.includes(READ_SCOPE) ? undefined : answersNow().forbidden(path);
      case "rejected":
        return answersNow().unauthorized(path);
    }
  }

  function serve({ method, target, fields }: Asked): Answer | Promise<Answer> {
    if (fields.fault !== undefined)
      return andClose(answersNow().badRequest(target.path, fields.fault));
    if (method === "GET" || method === "HEAD") return answersNow().resource(target, fields);
    return method === "OPTIONS"
      ? answersNow().options()
      : answersNow().methodNotAllowed(target.path, method);
  }

  /** After the answers to what came before it on the same connection, if there is one under way. */
  function refuseUnreadable(error: Error, socket: Socket): void {
    const before = inFlight.get(socket);
    // The body of a request that has its answer was not asked for, whatever is wrong with it.
    const isAnswered = before !== undefined && !before.req.complete;
    const refuseNow = () =>
      isAnswered ? socket.destroy() : refuse(socket, answerUnreadable(error, answersNow()));
    if (!socket.writable) socket.destroy();
    else if (before === undefined || before.writableFinished) refuseNow();
    else before.once("finish", refuseNow);
  }

  /** Answers a connection that has no request object, and so no caller but its address, and ends it. */
  function refuse(socket: Socket, refusal: Answer): void {
    const start = performance.now();
    socket.on("error", () => socket.destroy()); // Node has taken its own listeners off a CONNECT
    const caller = anonymous(callerAt(socket.remoteAddress));
    void whenReady(show(caller, refusal), ({ answer, window }) => {
      socket.end(serializeAnswer(answer, headersOf(caller, answer, window)), () =>
        socket.destroy(),
      );
      onAnswered?.("", answer.status, caller.tier, performance.now() - start);
      logger.info({ status: answer.status, tier: caller.tier }, "request refused");
    });
  }
}

/** Everything under `/v1` but its description and preflights is counted, and looks at credentials. */
function isCounted({ method, target: { isApi, key } }: Asked): boolean {
  return isApi && method !== "OPTIONS" && key !== "/v1/openapi.json";
}

/** A caller who is known by address only. */
function anonymous(key: string): Caller {
  return { tier: "anonymous", key };
}

/** Whatever follows on the connection of a faulty request is not read. */
function andClose(answer: Answer): Answer {
  return { ...answer, headers: [...answer.headers, "Connection", "close"] };
}
