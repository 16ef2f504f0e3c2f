import { LRUCache } from "lru-cache";
import * as z from "zod";
import { describeError } from "../../build/core/errors.ts";
import { createJsonClient } from "../../build/core/fetch/json-client.ts";
import { UnusableResponse } from "../../build/core/fetch/json-response.ts";
import { maxEntries } from "../entries.ts";
import type { Log } from "../log.ts";
import { createTurns } from "../turns.ts";
import type { LimitOf } from "./claimed-limit.ts";
import { type Allow, type Credential, scopesOf, type Verdict } from "./identity.ts";

/** Times in milliseconds. */
const TIMES = {
  /** How long a response is used without another request. */
  accepted: 60_000,
  rejected: 10_000,
  /** How long an accepted key stays accepted while the service fails. */
  grace: 600_000,
  /** The pause after a failure, in which the service gets no requests. */
  pause: 2_000,
  /** The time limit of one attempt. There are at most two. */
  attempt: 1_000,
  /** The longest wait for a turn. */
  turn: 5_000,
};

const MAX_RESPONSE_BYTES = 65_536;

/** The most requests at a time. */
const MAX_RUNNING = 16;

/** The most keys that are checked or wait for their turn. Others are not checked. */
const MAX_UNDER_WAY = 516;

/** In characters. A longer text is rejected without a request. */
const MAX_KEY_LENGTH = 256;

/** How many accepted keys are remembered, and as many refused ones. */
const MAX_REMEMBERED = 50_000;

export type IntrospectionOptions = {
  log: Log;
  /** The introspection endpoint (RFC 7662 §2). */
  url: string;
  /** The whole value of the `Authorization` header that the proxy sends there. */
  authorization: string | undefined;
  limitOf?: LimitOf | undefined;
  /** Milliseconds since the epoch, to compare a key's `exp` with. */
  now?: () => number;
  /** Milliseconds of a clock that never runs backwards. */
  clock?: () => number;
  times?: Partial<typeof TIMES> | undefined;
};

/** The parts of a response that are used (RFC 7662 §2.2). */
export const IntrospectionResponseSchema = z.discriminatedUnion("active", [
  z.object({ active: z.literal(false) }),
  z.looseObject({
    active: z.literal(true),
    scope: z.string().nullish(),
    exp: z.number().nullish(),
  }),
]);

type IntrospectionResponse = z.infer<typeof IntrospectionResponseSchema>;

/**
 * Checks keys at a service that speaks RFC 7662, and remembers its responses for a short time.
 * There is one request at a time for each key.
 */
export function createIntrospection(options: IntrospectionOptions) {
  const { authorization, log, now = Date.now, clock = () => performance.now() } = options;
  const times = { ...TIMES, ...options.times };
  const { fetchJson, close } = createJsonClient(MAX_RUNNING, times.attempt);
  const memory = createIntrospectionMemory(times, { now, clock });
  const takeTurn = createTurns(MAX_RUNNING);
  const underWay = new Map<string, Promise<Verdict>>();
  let failingUntil = Number.NEGATIVE_INFINITY;
  let isFailing = false;

  const ask = (key: string) =>
    fetchJson(options.url, IntrospectionResponseSchema, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        accept: "application/json",
        ...(authorization === undefined ? {} : { authorization }),
      },
      body: new URLSearchParams({ token: key }).toString(),
      timeoutMs: times.attempt,
      maxBytes: MAX_RESPONSE_BYTES,
    });

  /** Never rejects. */
  const introspect = async (key: Credential): Promise<Verdict> => {
    if (failingUntil > clock()) return withoutService(key); // it failed while this request waited
    try {
      const response = await ask(key.text).catch(() => ask(key.text));
      if (isFailing) log.info({}, "the introspection service answers again");
      isFailing = false;
      const verdict = verdictOf(response, key.digest, options.limitOf?.(response), now());
      memory.keep(key.digest, verdict, expiryOf(response));
      return verdict;
    } catch (error) {
      const reason = describeError(error);
      if (error instanceof UnusableResponse) {
        log.warn({ reason }, "the introspection service gave no usable response to one key");
        return memory.keepWithoutResponse(key.digest, { ...UNAVAILABLE, isAboutCredential: true });
      }
      const message = "the introspection service fails; keys it accepted lately stay accepted";
      if (!isFailing) log.warn({ reason }, message);
      isFailing = true;
      failingUntil = clock() + times.pause;
      return withoutService(key);
    }
  };
  const withoutService = ({ digest }: Credential) => memory.accepted(digest) ?? UNAVAILABLE;

  /** Addresses take turns, so that one with many made-up keys does not hold up others. */
  const introspectInTurn = (key: Credential, address: string) =>
    new Promise<Verdict>((resolve) => {
      const end = () => {
        underWay.delete(key.digest);
        endTurn();
      };
      const timer = setTimeout(() => {
        resolve(withoutService(key));
        end();
      }, times.turn);
      const begin = () => {
        clearTimeout(timer);
        resolve(introspect(key).finally(end));
      };
      const endTurn = takeTurn(begin, address);
    });

  const check = (key: Credential, allow: Allow): Verdict | Promise<Verdict> => {
    if (key.text.length > MAX_KEY_LENGTH) return { kind: "rejected", reason: "too long for a key" };
    const fresh = memory.fresh(key.digest);
    if (fresh !== undefined) return fresh;
    const isFull = underWay.size >= MAX_UNDER_WAY && !underWay.has(key.digest);
    if (failingUntil > clock() || isFull) return withoutService(key);
    const run = (address = "") => {
      const checked = underWay.get(key.digest) ?? introspectInTurn(key, address);
      underWay.set(key.digest, checked);
      return checked;
    };
    return memory.accepted(key.digest) === undefined ? allow(run) : run();
  };

  return { check, state: () => ({ isFailing }), close };
}

const UNAVAILABLE = {
  kind: "unavailable",
  reason: "the introspection service cannot be had",
} satisfies Verdict;

/** When a key expires, in milliseconds since the epoch. */
function expiryOf(response: IntrospectionResponse) {
  return response.active && typeof response.exp === "number"
    ? response.exp * 1000
    : Number.POSITIVE_INFINITY;
}

function verdictOf(
  response: IntrospectionResponse,
  digest: string,
  limit: number | undefined,
  now: number,
): Verdict {
  if (!response.active)
    return {
      kind: "rejected",
      reason: "the introspection service says that the key is not active",
    };
  if (expiryOf(response) <= now) return { kind: "rejected", reason: "the key is expired" };
  const scopes = scopesOf(response.scope ?? "");
  return { kind: "keyed", id: `introspected:${digest}`, scopes, limit };
}

/**
 * A verdict on a key. It needs no request until `freshUntil`, and holds until `graceUntil` while
 * the service fails. `expires` alone is in milliseconds since the epoch.
 */
type Remembered = { verdict: Verdict; freshUntil: number; graceUntil: number; expires: number };

/**
 * Creates the memory of verdicts, by the digests of keys. `clock` never runs backwards, `now` is
 * compared with `exp` alone.
 */
export function createIntrospectionMemory(
  times: Pick<typeof TIMES, "accepted" | "rejected" | "grace" | "pause">,
  { now, clock }: { now: () => number; clock: () => number },
) {
  // Refused keys are kept apart. Anybody can make them up, and they must drop no accepted one.
  const acceptedKeys = new LRUCache<string, Remembered>(maxEntries(MAX_REMEMBERED));
  const refusedKeys = new LRUCache<string, Remembered>(maxEntries(MAX_REMEMBERED));

  /** The verdict on an accepted key, while the service fails. */
  const accepted = (digest: string): Verdict | undefined => {
    const known = acceptedKeys.get(digest);
    const holds = known !== undefined && known.graceUntil > clock() && known.expires > now();
    return holds ? known.verdict : undefined;
  };

  /** The verdict that needs no request. */
  const fresh = (digest: string): Verdict | undefined => {
    const known = refusedKeys.get(digest) ?? acceptedKeys.get(digest);
    if (known === undefined || known.freshUntil <= clock()) return undefined;
    return known.verdict.kind === "keyed" ? accepted(digest) : known.verdict;
  };

  /** Keeps what the service said. */
  const keep = (digest: string, verdict: Verdict, expires: number) => {
    const isAccepted = verdict.kind === "keyed";
    const [into, other] = isAccepted ? [acceptedKeys, refusedKeys] : [refusedKeys, acceptedKeys];
    const freshUntil = clock() + (isAccepted ? times.accepted : times.rejected);
    into.set(digest, { verdict, freshUntil, graceUntil: clock() + times.grace, expires });
    other.delete(digest);
  };

  /** Repeats the last verdict for a pause, or else keeps `verdict` for it. */
  const keepWithoutResponse = (digest: string, verdict: Verdict): Verdict => {
    const freshUntil = clock() + times.pause;
    const known = accepted(digest) && acceptedKeys.get(digest);
    if (known === undefined)
      refusedKeys.set(digest, { verdict, freshUntil, graceUntil: 0, expires: 0 });
    else known.freshUntil = freshUntil;
    return known?.verdict ?? verdict;
  };

  const size = () => acceptedKeys.size + refusedKeys.size;

  return { accepted, fresh, keep, keepWithoutResponse, size };
}
