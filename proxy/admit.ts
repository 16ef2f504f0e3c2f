import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from "fastify";
import { READ_SCOPE } from "../build/keys/api-key.ts";
import type { Answer } from "./answers.ts";
import type { Identity } from "./auth/identity.ts";
import type { Gate } from "./gate.ts";
import { ALLOWED_METHODS } from "./problems.ts";
import { send } from "./send.ts";
import { anonymous, type Caller, VISIT, type Visit } from "./visit.ts";

/** The answer to OPTIONS; a browser's preflight is allowed all there is (Fetch standard, CORS). */
const PREFLIGHT: Answer = {
  status: 204,
  headers: [
    ...["Allow", ALLOWED_METHODS],
    ...["Access-Control-Allow-Methods", ALLOWED_METHODS],
    ...["Access-Control-Allow-Headers", "Authorization, X-API-Key, If-None-Match"],
    ...["Access-Control-Max-Age", "86400"],
  ],
  body: undefined,
};

/** A hook that ends with `done`, at once unless something has to be waited for. */
type Hook = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

/** A request in its hook. */
type Arrival = Pick<Visit, "target" | "fields"> & {
  request: FastifyRequest;
  reply: FastifyReply;
  done: HookHandlerDoneFunction;
};

/**
 * A counted request: identify -> take -> refuse. One hook, as each costs two microseconds. A
 * request that is not refused goes on to be answered.
 */
export function createAdmit(gate: Gate): Hook {
  const { answers, arrivalOf, identify, limits, windows } = gate;

  /** Who is calling. */
  const identifyCaller = (arrival: Arrival) =>
    proceed(identify(arrival.request, arrival.fields), arrival.done, (identity) =>
      identity.kind === "unavailable" ? fail(arrival, identity.reason) : take(arrival, identity),
    );

  /** Counts the request in the caller's window. */
  const take = (arrival: Arrival, identity: Known) => {
    const caller: Caller =
      identity.kind === "keyed"
        ? { tier: "keyed", key: identity.id }
        : anonymous(identity.kind === "spent" ? identity.window : arrival.fields.address);
    const reason = "reason" in identity ? identity.reason : undefined;
    proceed(windows.take(caller.key, limits[caller.tier]), arrival.done, (window) => {
      const visit = {
        target: arrival.target,
        fields: arrival.fields,
        caller,
        window,
        reason,
        bytes: 0,
      };
      arrival.request[VISIT] = visit;
      refuse(arrival, visit, identity);
    });
  };

  /** Answers what may not have the document; everything else goes on. */
  const refuse = ({ request, reply, done }: Arrival, visit: Visit, identity: Known) => {
    const refusal = refusalOf(visit, identity) ?? answerWithoutDocument(gate, request, visit);
    if (refusal === undefined) done();
    else send(gate, request, reply, refusal);
  };

  const refusalOf = (visit: Visit, identity: Known): Answer | undefined => {
    const { fields, target, window } = visit;
    const { path } = target;
    const { problems } = answers();
    // First of all, as it ends the connection: where the request ends is not certain.
    if (fields.fault !== undefined) return problems.faulty(path, fields.fault);
    if (window.isExhausted || identity.kind === "spent")
      return problems.tooManyRequests(path, window);
    if (identity.kind === "rejected") return problems.unauthorized(path);
    if (identity.kind === "keyed" && !identity.scopes.includes(READ_SCOPE))
      return problems.forbidden(path);
    return undefined;
  };

  /** Not counted: a good credential must not use up the window of an address that others share. */
  const fail = ({ request, reply, done }: Arrival, reason: string) =>
    showWindow(gate, request, done, reason, ({ target: { path }, fields: { fault } }) => {
      const { problems } = answers();
      const answer = fault ? problems.faulty(path, fault) : problems.internalError(path);
      send(gate, request, reply, answer);
    });

  return (request, reply, done) => identifyCaller({ request, reply, done, ...arrivalOf(request) });
}

type Known = Exclude<Identity, { kind: "unavailable" }>;

/** A request that is not counted: the window of its address is only shown. */
export function createShow(gate: Gate): Hook {
  return (request, reply, done) =>
    showWindow(gate, request, done, undefined, (visit) => {
      const answer = answerWithoutDocument(gate, request, visit);
      if (answer === undefined) done();
      else send(gate, request, reply, answer);
    });
}

/** Notes the window of the request's address as the one that its answer shows. */
export function showWindow(
  { arrivalOf, limits, windows }: Gate,
  request: FastifyRequest,
  fail: (error: Error) => void,
  reason: string | undefined,
  next: (visit: Visit) => void,
): void {
  const { target, fields } = arrivalOf(request);
  const caller = anonymous(fields.address);
  proceed(windows.peek(caller.key, limits[caller.tier]), fail, (window) => {
    const visit = { target, fields, caller, window, reason, bytes: 0 };
    request[VISIT] = visit;
    next(visit);
  });
}

/** What a request is told that asks for no document, or asks in a way that is at fault. */
function answerWithoutDocument(
  { answers }: Gate,
  { method }: FastifyRequest,
  { target: { path }, fields }: Visit,
): Answer | undefined {
  const { problems } = answers();
  if (fields.fault !== undefined) return problems.faulty(path, fields.fault);
  if (method === "GET" || method === "HEAD") return undefined;
  return method === "OPTIONS" ? PREFLIGHT : problems.methodNotAllowed(path, method);
}

/** Goes on with what is there at once, and with what is promised later. */
function proceed<T>(
  value: T | Promise<T>,
  fail: (error: Error) => void,
  next: (value: T) => void,
): void {
  if (value instanceof Promise) value.then(next).catch(fail);
  else next(value);
}
