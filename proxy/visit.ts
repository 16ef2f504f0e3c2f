import type { FastifyRequest } from "fastify";
import type { Tier } from "./limit/rate-limit-headers.ts";
import type { Window } from "./limit/windows.ts";
import type { RequestFields } from "./request-fields.ts";
import type { RequestTarget } from "./site/request-target.ts";

/** Whose window a request is counted in and shown. */
export type Caller = { tier: Tier; key: string };

/** What is known of a request, from its first hook to its line in the log. */
export type Visit = {
  target: RequestTarget;
  fields: RequestFields;
  caller: Caller;
  /** The caller's window, as the answer shows it. */
  window: Window;
  /** How long the body of its answer is. */
  bytes: number;
  /** Why a credential was not taken; for the log. */
  reason: string | undefined;
};

/** Where a request carries what is known of it; a symbol, so that no server's own name is taken. */
export const VISIT: unique symbol = Symbol("visit");

declare module "fastify" {
  interface FastifyRequest {
    [VISIT]: Visit | null;
  }
}

/** What is known of a request that has been admitted. */
export function visitOf(request: FastifyRequest): Visit {
  const visit = request[VISIT];
  if (visit === null) throw new Error("a request is admitted before it is answered");
  return visit;
}

/** A caller who is known by address only. */
export function anonymous(key: string): Caller {
  return { tier: "anonymous", key };
}
