import type { FastifyRequest } from "fastify";
import type { Tier } from "../limit/rate-limit-headers.ts";
import type { Window } from "../limit/windows.ts";
import type { RequestTarget } from "../site/request-target.ts";
import type { RequestFields } from "./request-fields.ts";

/** The caller of a request, and the key of the window that the answer shows. */
export type Caller = { tier: Tier; key: string };

/** What is known of a request, from its first hook until it is logged. */
export type Visit = {
  target: RequestTarget;
  fields: RequestFields;
  caller: Caller;
  /** The caller's window at the time of the request. */
  window: Window;
  /** The length of the body of the answer. */
  bytes: number;
  /** Why a credential was not accepted. It is only logged. */
  reason: string | undefined;
};

/** The property of a request that holds its visit. A symbol cannot collide with other names. */
export const VISIT: unique symbol = Symbol("visit");

declare module "fastify" {
  interface FastifyRequest {
    [VISIT]: Visit | null;
  }
}

/** The visit of a request. Throws if the request has not been admitted. */
export function visitOf(request: FastifyRequest): Visit {
  const visit = request[VISIT];
  if (visit === null) throw new Error("the request has not been admitted yet");
  return visit;
}

/** A caller without a credential. `key` is the window of its address. */
export function anonymous(key: string): Caller {
  return { tier: "anonymous", key };
}
