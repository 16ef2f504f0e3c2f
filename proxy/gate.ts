import type { FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { OnAnswered } from "./access-log.ts";
import { type Answers, createAnswersOf, type HeaderList } from "./answers.ts";
import type { Identify } from "./auth/identify.ts";
import type { Identity } from "./auth/identity.ts";
import { createRedact } from "./auth/redact.ts";
import type { Config } from "./config.ts";
import { createRateLimitHeaders, type RateLimitHeaders } from "./limit/headers.ts";
import type { Windows } from "./limit/windows.ts";
import { createFieldsReader, type RequestFields } from "./request-fields.ts";
import { COMMON_HEADERS } from "./send.ts";
import type { Catalog } from "./site/catalog.ts";
import type { RequestTarget } from "./site/request-target.ts";

/** What stands behind the gate, and who may pass it. */
export type Gate = {
  /** The answers of the site as it is now. A request's answer is made of one site's alone. */
  answers: () => Answers;
  /** What a request asks for, and what its header fields say. */
  arrivalOf: (request: FastifyRequest) => { target: RequestTarget; fields: RequestFields };
  /** Who is calling. Only what has to be asked for elsewhere is a promise. */
  identify: (request: FastifyRequest, fields: RequestFields) => Identity | Promise<Identity>;
  windows: Windows;
  limits: Config["limits"];
  rateLimitHeaders: RateLimitHeaders;
  /** On every answer. */
  commonHeaders: HeaderList;
  log: Pick<Logger, "info" | "error">;
  /** What watches; undefined where nobody does. */
  watch: Watch | undefined;
};

/** What requests are reported to, and what a log may show of them. */
export type Watch = {
  redact: (path: string) => string;
  onAnswered: OnAnswered | undefined;
  namesAddresses: boolean;
};

export type GateOptions = {
  config: Pick<Config, "auth" | "baseUrl" | "keySettingsUrl" | "limits" | "logAddresses">;
  /** The site to answer from; asked for each request. */
  catalog: () => Catalog;
  /** The answers of a site; made here unless told. */
  answersOf?: ((catalog: Catalog) => Answers) | undefined;
  identify: Identify;
  /** In place of `identify`, for servers that know their callers. */
  identifyRequest?: ((request: FastifyRequest) => Identity | Promise<Identity>) | undefined;
  windows: Windows;
  logger: Pick<Logger, "info" | "warn" | "error">;
  /** Whether each request has a line in the log. */
  isLogged: boolean;
  onAnswered?: OnAnswered | undefined;
  /** What stands before each path in the server of somebody else. */
  prefix?: string;
  /** What a request asks for. */
  targetOf: (request: FastifyRequest) => RequestTarget;
};

/** Puts together what requests pass. */
export function createGate(options: GateOptions): Gate {
  const { catalog, config, identify, identifyRequest, isLogged, logger } = options;
  const { onAnswered, prefix = "", targetOf, windows } = options;
  const { auth, baseUrl, keySettingsUrl, limits, logAddresses } = config;
  const { windowSeconds } = limits;
  const { answersOf = createAnswersOf({ baseUrl, keySettingsUrl, prefix, windowSeconds }) } =
    options;
  const fieldsOf = createFieldsReader(auth.apiKeyPrefix, (message) => logger.warn(message));
  const isWatched = onAnswered !== undefined || isLogged;
  return {
    answers: () => answersOf(catalog()),
    arrivalOf: (request) => ({ target: targetOf(request), fields: fieldsOf(request) }),
    identify:
      identifyRequest ?? ((_request, { address, credential }) => identify(credential, address)),
    windows,
    limits,
    commonHeaders: [...COMMON_HEADERS, "Link", `<${prefix}/v1/openapi.json>; rel="service-desc"`],
    rateLimitHeaders: createRateLimitHeaders(limits),
    log: logger,
    watch: isWatched
      ? { redact: createRedact(auth.apiKeyPrefix), onAnswered, namesAddresses: logAddresses }
      : undefined,
  };
}
