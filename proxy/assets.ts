import httpProxy from "@fastify/http-proxy";
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import { ASSETS } from "./asset-path.ts";
import type { FastifyGate } from "./fastify-gate.ts";
import { headersOf } from "./headers.ts";
import { createShow } from "./hooks.ts";
import { send } from "./send.ts";
import { visitOf } from "./visit.ts";

/** How the origin of pictures is asked; times in milliseconds. */
export type AssetsOptions = {
  /** Its address; `/assets/PATH` is `ORIGIN/PATH`. */
  origin: string;
  /** So long it may take to accept a connection, to answer, and to send the next bytes. */
  connectMs?: number;
  headersMs?: number;
  bodyMs?: number;
  /** Connections to it at a time. */
  connections?: number;
  /** Requests under way at a time; those beyond are refused. */
  most?: number;
};

/** What the origin is told of a request; nothing of who asks. */
const PASSED_ON = [
  ...["accept", "accept-encoding", "host", "range", "traceparent", "tracestate"],
  ...["if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since"],
];

/** What is taken from the answer of the origin. */
const TAKEN_OVER = [
  ...["accept-ranges", "age", "cache-control", "content-encoding", "content-length"],
  ...["content-range", "content-type", "etag", "expires", "last-modified", "vary"],
];

/** Whatever a picture is, it runs nothing, and other sites may show it. */
const SAFE = {
  "content-security-policy": "sandbox",
  "cross-origin-resource-policy": "cross-origin",
};

/** Statuses of the origin that are passed on; every other one is a problem. */
const GOOD: ReadonlySet<number> = new Set([200, 203, 206, 304, 412, 416]);
const MISSING: ReadonlySet<number> = new Set([403, 404, 410]);

/** Passes pictures on from where they live, at paths that `assetPathOf` gives. */
export const assets: FastifyPluginCallback<{ gate: FastifyGate } & AssetsOptions> = (
  app,
  { gate, ...options },
  done,
) => {
  const { most = 256 } = options;
  let underWay = 0;
  app.addHook("onRequest", createShow(gate));
  app.addHook("onRequest", (request, reply, next) => {
    // The client left while its window was looked up: its response has closed already.
    if (reply.raw.destroyed) return void reply.hijack();
    if (underWay >= most) return refuse(request, reply, "badGateway");
    underWay += 1;
    reply.raw.once("close", () => {
      underWay -= 1;
    });
    next();
  });
  app.register(httpProxy, {
    upstream: options.origin,
    prefix: ASSETS,
    httpMethods: ["GET", "HEAD"],
    disableRequestLogging: true,
    undici: {
      connections: options.connections ?? 16,
      headersTimeout: options.headersMs ?? 5_000,
      bodyTimeout: options.bodyMs ?? 10_000,
      connect: { timeout: options.connectMs ?? 3_000 },
    },
    replyOptions: {
      rewriteRequestHeaders: (_request, headers) => pick(headers, PASSED_ON),
      rewriteHeaders: (headers) => pick(headers, TAKEN_OVER),
      onResponse: (request, reply, answer) =>
        passOn(request as FastifyRequest, reply as unknown as FastifyReply, answer),
      onError: (reply, { error }) => {
        const { message, statusCode } = error as Error & { statusCode?: number };
        gate.log.error({ reason: message }, "the origin of pictures failed");
        const kind = statusCode === 504 ? "gatewayTimeout" : "badGateway";
        refuse(reply.request as FastifyRequest, reply as unknown as FastifyReply, kind);
      },
    },
  });
  done();

  function passOn(request: FastifyRequest, reply: FastifyReply, answer: unknown): void {
    const { statusCode, stream } = answer as { statusCode: number; stream: NodeJS.ReadableStream };
    if (GOOD.has(statusCode)) {
      const { caller, window } = visitOf(request);
      const own = headersOf(gate, caller, window, {
        status: statusCode,
        headers: [],
        body: undefined,
      });
      for (let at = 0; at < own.length; at += 2) reply.header(own[at] ?? "", own[at + 1]);
      reply.headers(SAFE).send(stream);
      return;
    }
    stream.resume();
    refuse(request, reply, MISSING.has(statusCode) ? "notFound" : "badGateway");
  }

  function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: "badGateway" | "gatewayTimeout" | "notFound",
  ): void {
    const { target } = visitOf(request);
    const { problems } = gate.answers();
    send(
      gate,
      request,
      reply,
      kind === "notFound" ? problems.notFound(target) : problems[kind](target.path),
    );
  }
};

function pick<T>(headers: Record<string, T>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));
}
