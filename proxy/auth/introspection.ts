import * as z from "zod";
import { createAsker, goOn } from "#host";
import { describeError } from "../../build/site/describe-error.ts";
import type { Credential } from "./credential.ts";
import { fetchJson, UnusableAnswer } from "./fetch-json.ts";
import { type Allow, allowAll, scopesOf, type Verdict, type Verifier } from "./identity.ts";
import { createIntrospectionMemory } from "./introspection-memory.ts";

/** Milliseconds for which answers hold, and for which the service is awaited. */
const TIMES = {
  accepted: 60_000,
  rejected: 10_000,
  /** How long an accepted key stays accepted while the service fails. */
  grace: 600_000,
  /** The pause after a failure, in which the service is not asked. */
  pause: 2_000,
  /** The longest wait of one attempt. There are at most two. */
  attempt: 1_000,
};

const MAX_ANSWER_BYTES = 65_536;

/**
 * The most requests at a time. `MAX_WAITING` more wait for their turn, and others get no answer.
 */
const MAX_AT_ONCE = 16;
const MAX_WAITING = 500;

/** In characters. A longer text is rejected without a request. */
const MAX_KEY_LENGTH = 256;

export type IntrospectionOptions = {
  log: Record<"info" | "warn", (fields: object, message: string) => void>;
  /** The introspection endpoint (RFC 7662 §2). */
  url: string;
  /** The whole value of the `Authorization` header that the proxy sends there. */
  authorization: string | undefined;
  /** Milliseconds since the epoch, to compare a key's `exp` with. */
  now?: () => number;
  /** Milliseconds of a clock that never runs backwards. */
  clock?: () => number;
  times?: Partial<typeof TIMES> | undefined;
};

/** The parts of an answer that are used (RFC 7662 §2.2). */
export const IntrospectionAnswerSchema = z.discriminatedUnion("active", [
  z.object({ active: z.literal(false) }),
  z.object({ active: z.literal(true), scope: z.string().nullish(), exp: z.number().nullish() }),
]);

export type IntrospectionAnswer = z.infer<typeof IntrospectionAnswerSchema>;

/** How many keys are remembered, and whether the service answered when it was last asked. */
export type IntrospectionState = { remembered: number; isFailing: boolean };

/**
 * Checks keys at a service that speaks RFC 7662. There is one request at a time for each key, and
 * answers are remembered for a short time.
 */
export function createIntrospection({
  url,
  authorization,
  log,
  now = Date.now,
  clock = () => performance.now(),
  times,
}: IntrospectionOptions): Verifier & { state: () => IntrospectionState } {
  const { pause, attempt, ...memoryTimes } = { ...TIMES, ...times };
  const service = createService(url, authorization, attempt);
  const memory = createIntrospectionMemory(memoryTimes, { now, clock });
  const inFlight = new Map<string, Promise<Verdict>>();
  const takeTurn = createTurns(MAX_AT_ONCE);
  let failingUntil = Number.NEGATIVE_INFINITY;
  let isFailing = false;

  const check = (key: Credential, allow: Allow = allowAll): Verdict | Promise<Verdict> => {
    if (key.text.length > MAX_KEY_LENGTH) return { kind: "rejected", reason: "too long for a key" };
    const fresh = memory.fresh(key.digest);
    if (fresh !== undefined) return fresh;
    const isCrowded = inFlight.size >= MAX_AT_ONCE + MAX_WAITING && !inFlight.has(key.digest);
    if (failingUntil > clock() || isCrowded) return withoutService(key);
    return memory.lately(key.digest) === undefined ? allow(() => askOnce(key)) : askOnce(key);
  };

  const askOnce = async (key: Credential): Promise<Verdict> => {
    const running = inFlight.get(key.digest);
    if (running !== undefined) return running;
    const asked = takeTurn(() => ask(key)).finally(() => inFlight.delete(key.digest));
    inFlight.set(key.digest, asked);
    goOn(asked); // others may ask for the same key, and wait for the same answer
    return asked;
  };

  const ask = async (key: Credential): Promise<Verdict> => {
    // The service began to fail while this request waited.
    if (failingUntil > clock()) return withoutService(key);
    try {
      const answer = await service.introspect(key.text).catch(() => service.introspect(key.text));
      if (isFailing) log.info({}, "the introspection service answers again");
      isFailing = false;
      const verdict = verdictOf(answer, key.digest, now());
      memory.keep(key.digest, verdict, expiryOf(answer));
      return verdict;
    } catch (error) {
      if (error instanceof UnusableAnswer) return withoutAnswer(key, error.message);
      noteFailure(describeError(error));
      return withoutService(key);
    }
  };

  const noteFailure = (reason: string) => {
    const message = "the introspection service fails; keys it accepted lately stay accepted";
    if (!isFailing) log.warn({ reason }, message);
    isFailing = true;
    failingUntil = clock() + pause;
  };

  /** The verdict where the service is well but cannot answer for this key. */
  const withoutAnswer = ({ digest }: Credential, reason: string): Verdict => {
    const verdict = memory.lately(digest) ?? { ...UNAVAILABLE, isAboutCredential: true };
    memory.repeat(digest, verdict, pause);
    log.warn({ reason }, "the introspection service gave no usable answer to one key");
    return verdict;
  };

  const withoutService = ({ digest }: Credential): Verdict => memory.lately(digest) ?? UNAVAILABLE;

  const state = () => ({ remembered: memory.size(), isFailing });

  return { check, state, close: service.close };
}

/** Creates the client of an introspection endpoint. */
function createService(url: string, authorization: string | undefined, timeoutMs: number) {
  const asker = createAsker({ connections: MAX_AT_ONCE, connectMs: timeoutMs });
  const limits = { ask: asker.ask, timeoutMs, maxBytes: MAX_ANSWER_BYTES };
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    accept: "application/json",
    ...(authorization === undefined ? {} : { authorization }),
  };
  return {
    introspect: (key: string): Promise<IntrospectionAnswer> => {
      const body = new URLSearchParams({ token: key }).toString();
      return fetchJson(url, IntrospectionAnswerSchema, limits, { method: "POST", headers, body });
    },
    close: asker.close,
  };
}

const UNAVAILABLE = {
  kind: "unavailable",
  reason: "the introspection service does not answer",
} satisfies Verdict;

/** When a key expires, in milliseconds since the epoch. */
function expiryOf(answer: IntrospectionAnswer): number {
  return answer.active && typeof answer.exp === "number"
    ? answer.exp * 1000
    : Number.POSITIVE_INFINITY;
}

function verdictOf(answer: IntrospectionAnswer, digest: string, now: number): Verdict {
  if (!answer.active)
    return {
      kind: "rejected",
      reason: "the introspection service says that the key is not active",
    };
  const { scope, exp } = answer;
  if (typeof exp === "number" && exp * 1000 <= now)
    return { kind: "rejected", reason: "the key is expired" };
  return { kind: "keyed", id: `introspected:${digest}`, scopes: scopesOf(scope ?? "") };
}

/** Lets so many run at a time; the others wait in their order. */
function createTurns(most: number): <T>(use: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (use) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await use();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next(); // it takes over this turn, so that nobody comes in between
    }
  };
}
