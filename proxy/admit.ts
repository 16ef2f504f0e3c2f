import { READ_SCOPE } from "../build/keys/api-key.ts";
import type { Answer } from "./answers.ts";
import type { Identity } from "./auth/identity.ts";
import type { Gate } from "./gate.ts";
import { ALLOWED_METHODS } from "./problems.ts";
import { anonymous, type Caller, type Visit } from "./visit.ts";

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

/** A request as it comes to the gate, whatever server it came to. */
export type Arrival = Pick<Visit, "target" | "fields"> & { method: string };

/** Goes on with what is known of a request, and its answer where that needs no document. */
export type Next = (visit: Visit, answer: Answer | undefined) => void;

/** Told of what has been thrown. */
export type Fail = (error: Error) => void;

type Known = Exclude<Identity, { kind: "unavailable" }>;

/**
 * A counted request: identify -> count -> refuse. At once, unless something has to be waited for.
 */
export function admit(
  gate: Gate,
  arrival: Arrival,
  identified: Identity | Promise<Identity>,
  next: Next,
  fail: Fail,
): void {
  proceed(identified, fail, (identity) => {
    // Not counted: a good credential must not use up the window of an address that others share.
    if (identity.kind === "unavailable")
      showWindow(gate, arrival, identity.reason, fail, (visit) =>
        next(visit, failure(gate, visit)),
      );
    else count(gate, arrival, identity, next, fail);
  });
}

/** Counts the request in the caller's window. */
function count(gate: Gate, arrival: Arrival, identity: Known, next: Next, fail: Fail): void {
  const { target, fields, method } = arrival;
  const caller: Caller =
    identity.kind === "keyed"
      ? { tier: "keyed", key: identity.id }
      : anonymous(identity.kind === "spent" ? identity.window : fields.address);
  const reason = "reason" in identity ? identity.reason : undefined;
  proceed(gate.windows.count(caller.key, gate.limits[caller.tier]), fail, (window) => {
    const visit = { target, fields, caller, window, reason, bytes: 0 };
    next(visit, refusalOf(gate, visit, identity) ?? answerWithoutDocument(gate, method, visit));
  });
}

function refusalOf(gate: Gate, visit: Visit, identity: Known): Answer | undefined {
  const { fields, target, window } = visit;
  const { path } = target;
  const { problems } = gate.answers();
  // First of all, as it ends the connection: where the request ends is not certain.
  if (fields.fault !== undefined) return problems.faulty(path, fields.fault);
  if (window.isExhausted || identity.kind === "spent")
    return problems.tooManyRequests(path, window);
  if (identity.kind === "rejected") return problems.unauthorized(path);
  if (identity.kind === "keyed" && !identity.scopes.includes(READ_SCOPE))
    return problems.forbidden(path);
  return undefined;
}

function failure(gate: Gate, { target: { path }, fields: { fault } }: Visit): Answer {
  const { problems } = gate.answers();
  return fault ? problems.faulty(path, fault) : problems.internalError(path);
}

/** A request that is not counted: the window of its address is only shown. */
export function show(gate: Gate, arrival: Arrival, next: Next, fail: Fail): void {
  showWindow(gate, arrival, undefined, fail, (visit) =>
    next(visit, answerWithoutDocument(gate, arrival.method, visit)),
  );
}

/** Finds the window of the request's address, which its answer shows. */
export function showWindow(
  { limits, windows }: Pick<Gate, "limits" | "windows">,
  { target, fields }: Pick<Arrival, "target" | "fields">,
  reason: string | undefined,
  fail: Fail,
  next: (visit: Visit) => void,
): void {
  const caller = anonymous(fields.address);
  proceed(windows.peek(caller.key, limits[caller.tier]), fail, (window) =>
    next({ target, fields, caller, window, reason, bytes: 0 }),
  );
}

/** What a request is told that asks for no document, or asks in a way that is at fault. */
function answerWithoutDocument(
  { answers }: Gate,
  method: string,
  { target: { path }, fields }: Visit,
): Answer | undefined {
  const { problems } = answers();
  if (fields.fault !== undefined) return problems.faulty(path, fields.fault);
  if (method === "GET" || method === "HEAD") return undefined;
  return method === "OPTIONS" ? PREFLIGHT : problems.methodNotAllowed(path, method);
}

/** Goes on with what is there at once, and with what is promised later. */
export function proceed<T>(value: T | Promise<T>, fail: Fail, next: (value: T) => void): void {
  if (value instanceof Promise) value.then(next).catch(fail);
  else next(value);
}
