import type { FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { OnAnswered } from "./access-log.ts";
import { type Answers, createAnswersOf } from "./answers.ts";
import type { Identify } from "./auth/identify.ts";
import { createRedact } from "./auth/redact.ts";
import type { Config } from "./config.ts";
import { createRateLimitHeaders, type RateLimitHeaders } from "./limit/headers.ts";
import type { Windows } from "./limit/windows.ts";
import { createFieldsReader, type RequestFields } from "./request-fields.ts";
import type { Catalog } from "./site/catalog.ts";
import type { RequestTarget } from "./site/request-target.ts";

/** What stands behind the gate, and who may pass it. */
export type Gate = {
  /** The answers of the site as it is now. A request's answer is made of one site's alone. */
  answers: () => Answers;
  /** What a request asks for, and what its header fields say. */
  arrivalOf: (request: FastifyRequest) => { target: RequestTarget; fields: RequestFields };
  identify: Identify;
  windows: Windows;
  limits: Config["limits"];
  rateLimitHeaders: RateLimitHeaders;
  log: Pick<Logger, "info" | "error">;
  /** What watches; undefined where nobody does. */
  watch: Watch | undefined;
};

/** What requests are reported to, and what a log may show of their paths. */
export type Watch = { redact: (path: string) => string; onAnswered: OnAnswered | undefined };

export type GateOptions = {
  config: Pick<Config, "auth" | "baseUrl" | "keySettingsUrl" | "limits">;
  /** The site to answer from; asked for each request. */
  catalog: () => Catalog;
  /** The answers of a site; made here unless told. */
  answersOf?: ((catalog: Catalog) => Answers) | undefined;
  identify: Identify;
  windows: Windows;
  logger: Logger;
  onAnswered?: OnAnswered | undefined;
  /** What a request asks for. */
  targetOf: (request: FastifyRequest) => RequestTarget;
};

/** Puts together what requests pass. */
export function createGate(options: GateOptions): Gate {
  const { catalog, config, identify, logger, onAnswered, targetOf, windows } = options;
  const { auth, baseUrl, keySettingsUrl, limits } = config;
  const { windowSeconds } = limits;
  const { answersOf = createAnswersOf({ baseUrl, keySettingsUrl, windowSeconds }) } = options;
  const fieldsOf = createFieldsReader(auth.apiKeyPrefix, (message) => logger.warn(message));
  const isWatched = onAnswered !== undefined || logger.isLevelEnabled("info");
  return {
    answers: () => answersOf(catalog()),
    arrivalOf: (request) => ({ target: targetOf(request), fields: fieldsOf(request) }),
    identify,
    windows,
    limits,
    rateLimitHeaders: createRateLimitHeaders(limits),
    log: logger,
    watch: isWatched ? { redact: createRedact(auth.apiKeyPrefix), onAnswered } : undefined,
  };
}
