import type { FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Identify } from "../auth/identify.ts";
import type { Identity } from "../auth/identity.ts";
import { createRedact } from "../auth/redact.ts";
import type { Config } from "../config.ts";
import type { GateRequest } from "../gate/admit.ts";
import { type Answers, createAnswersOf } from "../gate/answers.ts";
import { createGate, type Gate } from "../gate/gate.ts";
import { createFieldsReader, type RequestFields } from "../gate/request-fields.ts";
import type { Windows } from "../limit/windows.ts";
import type { Catalog } from "../site/catalog.ts";
import type { RequestTarget } from "../site/request-target.ts";
import type { OnAnswered, Watch } from "../watch/access-log.ts";

/** The gate of a fastify server. */
export type FastifyGate = Gate & {
  /** The request as the gate sees it. */
  gateRequestOf: (request: FastifyRequest) => GateRequest;
  /** Says who is calling. Gives a promise only if a check has to wait for something. */
  identify: (request: FastifyRequest, fields: RequestFields) => Identity | Promise<Identity>;
  /** Where answers are reported. Undefined if nothing is logged or measured. */
  watch: Watch | undefined;
};

export type FastifyGateOptions = {
  config: Pick<Config, "auth" | "baseUrl" | "keySettingsUrl" | "limits" | "logAddresses">;
  /** Gives the current site. It is called for each request. */
  catalog: () => Catalog;
  /** Gives the answers of a site. Default: they are made here. */
  answersOf?: ((catalog: Catalog) => Answers) | undefined;
  identify: Identify;
  /** Replaces `identify`, in servers that know their callers. */
  identifyRequest?: ((request: FastifyRequest) => Identity | Promise<Identity>) | undefined;
  windows: Windows;
  logger: Pick<Logger, "info" | "warn" | "error">;
  /** Whether each request is logged. */
  isLogged: boolean;
  onAnswered?: OnAnswered | undefined;
  /** The start of each path in somebody else's server. Default: none. */
  prefix?: string;
  /** Gives the target of a request. */
  targetOf: (request: FastifyRequest) => RequestTarget;
};

/** Creates the gate of a fastify server. */
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
    gateRequestOf: (request) => ({
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
