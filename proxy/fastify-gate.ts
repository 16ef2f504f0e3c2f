import type { FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { OnAnswered } from "./access-log.ts";
import type { Arrival } from "./admit.ts";
import { type Answers, createAnswersOf } from "./answers.ts";
import type { Identify } from "./auth/identify.ts";
import type { Identity } from "./auth/identity.ts";
import { createRedact } from "./auth/redact.ts";
import type { Config } from "./config.ts";
import { createGate, type Gate } from "./gate.ts";
import type { Windows } from "./limit/windows.ts";
import { createFieldsReader, type RequestFields } from "./request-fields.ts";
import type { Catalog } from "./site/catalog.ts";
import type { RequestTarget } from "./site/request-target.ts";

/** The gate of a server of fastify. */
export type FastifyGate = Gate & {
  /** What a request asks for, and what its header fields say. */
  arrivalOf: (request: FastifyRequest) => Arrival;
  /** Who is calling. Only what has to be asked for elsewhere is a promise. */
  identify: (request: FastifyRequest, fields: RequestFields) => Identity | Promise<Identity>;
  /** What watches; undefined where nobody does. */
  watch: Watch | undefined;
};

/** What requests are reported to, and what a log may show of them. */
export type Watch = {
  redact: (path: string) => string;
  onAnswered: OnAnswered | undefined;
  namesAddresses: boolean;
};

export type FastifyGateOptions = {
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

/** Puts together what the requests of a server of fastify pass. */
export function createFastifyGate(options: FastifyGateOptions): FastifyGate {
  const { catalog, config, identify, identifyRequest, isLogged, logger } = options;
  const { onAnswered, prefix = "", targetOf, windows } = options;
  const { auth, baseUrl, keySettingsUrl, limits, logAddresses } = config;
  const { windowSeconds } = limits;
  const { answersOf = createAnswersOf({ baseUrl, keySettingsUrl, prefix, windowSeconds }) } =
    options;
  const fieldsOf = createFieldsReader(auth.apiKeyPrefix, (message) => logger.warn(message));
  const isWatched = onAnswered !== undefined || isLogged;
  const answers = () => answersOf(catalog());
  return {
    ...createGate({ answers, limits, log: logger, prefix, windows }),
    arrivalOf: (request) => ({
      target: targetOf(request),
      fields: fieldsOf(request),
      method: request.method,
    }),
    identify:
      identifyRequest ?? ((_request, { address, credential }) => identify(credential, address)),
    watch: isWatched
      ? { redact: createRedact(auth.apiKeyPrefix), onAnswered, namesAddresses: logAddresses }
      : undefined,
  };
}
