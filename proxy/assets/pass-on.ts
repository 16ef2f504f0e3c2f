/*
 * Pictures of ASSETS_ORIGIN, passed on by @fastify/http-proxy: which headers, and how many at a
 * time. Imported by `http/server.ts` where ASSETS_ORIGIN is set, which knows their paths.
 */
import { PassThrough, pipeline, type Readable } from "node:stream";
import httpProxy from "@fastify/http-proxy";
import type { FastifyError, FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import { Agent, type Dispatcher, errors } from "undici";
import { addUncountedHook, admissionOf, type FastifyGate, send } from "../http/service.ts";
import { createTurns } from "../turns.ts";

/** The origin of pictures and the limits on it. Times in milliseconds. */
export type AssetsOptions = {
  /** The address of the origin: `/assets/PATH` is `ORIGIN/PATH`. */
  origin: string;
  /** The longest wait for the final head of a response, from its turn on. Default: 5,000. */
  headersMs?: number;
  /** The longest wait for the next bytes of a body. Default: 10,000. */
  bodyMs?: number;
  /** The longest wait for one of the connections. Default: 5,000. */
  waitMs?: number;
  /** The most connections to the origin at a time. Default: 128. */
  connections?: number;
  /** The most requests of one caller at a time, so that others find a connection. Default: 64. */
  perCaller?: number;
  /** The most requests under way at a time. Further ones get 502. Default: 256. */
  most?: number;
};

/** The longest wait for a connection, in milliseconds. */
const CONNECT_MS = 3_000;

/** What is read ahead of a client, so that a slow one does not keep a connection to the origin. */
const READ_AHEAD_BYTES = 512 * 1024;

/** Headers of a request that the origin gets. None of them identifies the caller. */
const REQUEST_HEADERS = ["host", "if-modified-since", "if-none-match"];

/** Headers of the origin's response that the caller gets. */
const RESPONSE_HEADERS = [
  "age",
  "content-encoding",
  "content-length",
  "content-type",
  "etag",
  "expires",
  "last-modified",
  "vary",
];

/** A picture runs no scripts, whatever it contains, and other sites may show it. */
const SAFETY_HEADERS = {
  "content-security-policy": "sandbox",
  "cross-origin-resource-policy": "cross-origin",
};

/** Statuses of the origin that are passed on. */
const PASSED_STATUSES: ReadonlySet<number> = new Set([200, 203, 304]);

/** Statuses of the origin that become 404. All others become 502. */
const NOT_FOUND_STATUSES: ReadonlySet<number> = new Set([403, 404, 410]);

type RequestCallback = (error: Error | null, response: Dispatcher.ResponseData) => void;

/** Passes pictures below `/assets` on from their origin. */
export const assets: FastifyPluginCallback<{ gate: FastifyGate } & AssetsOptions> = (
  app,
  { gate, ...options },
  done,
) => {
  const { connections = 128, most = 256, perCaller = 64, waitMs = 5_000 } = options;
  const { bodyMs: bodyTimeout = 10_000, headersMs = 5_000 } = options;
  const connect = { timeout: CONNECT_MS };
  const agent = new Agent({ connections, bodyTimeout, headersTimeout: 0, connect });
  /** Interim heads, such as those of 102, give the origin no more time. */
  const request = (sent: Dispatcher.RequestOptions, callback: RequestCallback) => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new errors.HeadersTimeoutError()), headersMs);
    agent.request({ ...sent, signal: late.signal }, (error, response) => {
      clearTimeout(timer);
      callback(error, response);
    });
  };
  const takeTurn = createTurns(connections);
  const underWay = new Map<FastifyRequest, { caller: string; endTurn: () => void }>();
  const isFull = (caller: string) =>
    underWay.size >= most ||
    [...underWay.values()].filter((other) => other.caller === caller).length >= perCaller;
  app.setErrorHandler<FastifyError>(({ message, statusCode }, request, reply) => {
    gate.log.error({ reason: message }, "the origin of pictures failed");
    refuse(gate, request, reply, statusCode === 504 ? "gatewayTimeout" : "badGateway");
  });
  addUncountedHook(app, gate);
  app.addHook("onRequest", (request, reply, next) => {
    // The client left while its window was looked up: its response has closed already.
    if (reply.raw.destroyed) return void reply.hijack();
    const caller = admissionOf(request).caller.key;
    if (isFull(caller)) return refuse(gate, request, reply, "badGateway");
    const tooLate = setTimeout(() => {
      endTurn();
      refuse(gate, request, reply, "gatewayTimeout");
    }, waitMs);
    const endTurn = takeTurn(() => {
      clearTimeout(tooLate);
      next();
    });
    underWay.set(request, { caller, endTurn });
    reply.raw.once("close", () => {
      clearTimeout(tooLate);
      underWay.delete(request);
      endTurn();
    });
  });
  app.register(httpProxy, {
    upstream: options.origin,
    prefix: "/assets",
    httpMethods: ["GET", "HEAD"],
    disableRequestLogging: true,
    undici: { request: request as Agent["request"] },
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => ({
        ...pick(headers, REQUEST_HEADERS),
        "accept-encoding": admissionOf(request as FastifyRequest).fields.coding,
      }),
      rewriteHeaders: (headers) => ({
        ...pick(headers, RESPONSE_HEADERS),
        "cache-control": privateCaching(headers["cache-control"]),
      }),
      onResponse: (request, reply, response) =>
        passOn(request as FastifyRequest, reply as unknown as FastifyReply, response),
    },
  });
  done();

  function passOn(request: FastifyRequest, reply: FastifyReply, origins: unknown) {
    const { statusCode, stream } = origins as { statusCode: number; stream: Readable };
    if (PASSED_STATUSES.has(statusCode)) {
      const own = gate.headersOf(admissionOf(request), { headers: [] }, request.id);
      for (let at = 0; at < own.length; at += 2) reply.header(own[at] ?? "", own[at + 1]);
      const readAhead = new PassThrough({ highWaterMark: READ_AHEAD_BYTES });
      pipeline(stream, readAhead, () => underWay.get(request)?.endTurn());
      reply.headers(SAFETY_HEADERS).send(readAhead);
      return;
    }
    stream.resume();
    refuse(gate, request, reply, NOT_FOUND_STATUSES.has(statusCode) ? "notFound" : "badGateway");
  }
};

/** Responds with a problem instead of a picture. */
function refuse(
  gate: FastifyGate,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: "badGateway" | "gatewayTimeout" | "notFound",
) {
  const { target } = admissionOf(request);
  const { problems } = gate.responses();
  const problem = kind === "notFound" ? problems.notFound(target) : problems[kind](target.path);
  send(gate, request, reply, problem);
}

/** The rate-limit headers describe one caller, so no shared cache may keep them. */
function privateCaching(given: unknown) {
  const directives = `${given}`.toLowerCase();
  if (/\bno-(store|cache)\b/.test(directives)) return "no-store";
  const [, age] = /(?:^|[\s,])max-age="?(\d{1,10})/.exec(directives) ?? [];
  return age === undefined ? "private" : `private, max-age=${age}`;
}

function pick<T>(headers: Record<string, T>, names: readonly string[]) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));
}
