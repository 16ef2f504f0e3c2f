import { LRUCache } from "lru-cache";
import { Agent } from "undici";
import * as z from "zod";
import type { Credential } from "./credential.ts";
import { fetchJson, messageOf, UnusableAnswer } from "./fetch-json.ts";
import { scopesOf, type Verdict, type Verifier } from "./identity.ts";

/** How long answers are believed, and what is waited for. All in milliseconds. */
const TIMES = {
  accepted: 60_000,
  rejected: 10_000,
  /** While the service fails, a key it accepted this long ago stays accepted. */
  grace: 600_000,
  /** After a failure the service is left alone this long. */
  pause: 2_000,
  /** One attempt; there are at most two. */
  attempt: 1_000,
};

const MAX_REMEMBERED = 50_000;
const MAX_ANSWER_BYTES = 65_536;

/** Requests to the service at a time; more wait for their turn, and beyond `MAX_WAITING` get no answer. */
const MAX_AT_ONCE = 16;
const MAX_WAITING = 500;

/** Longer text is no key, and is not asked for. */
const MAX_KEY_LENGTH = 256;

export type IntrospectionOptions = {
  log: Record<"info" | "warn", (fields: object, message: string) => void>;
  /** The introspection endpoint (RFC 7662 §2). */
  url: string;
  /** The whole value of the `Authorization` header that the proxy sends there. */
  authorization: string | undefined;
  /** Milliseconds since the epoch. */
  now?: () => number;
  times?: Partial<typeof TIMES>;
};

/** What is used of an answer (RFC 7662 §2.2); of an inactive key nothing but that. */
const AnswerSchema = z.discriminatedUnion("active", [
  z.object({ active: z.literal(false) }),
  z.object({ active: z.literal(true), scope: z.string().nullish(), exp: z.number().nullish() }),
]);

type Remembered = { verdict: Verdict; freshUntil: number; graceUntil: number };

/** Checks keys at a service that speaks RFC 7662: one request in flight per key, answers remembered for a short time. */
export function createIntrospection({
  url,
  authorization,
  log,
  now = Date.now,
  times,
}: IntrospectionOptions): Verifier & { state: () => { remembered: number; isFailing: boolean } } {
  const { accepted, rejected, grace, pause, attempt } = { ...TIMES, ...times };
  const agent = new Agent({ connections: MAX_AT_ONCE, connect: { timeout: attempt } });
  const remembered = new LRUCache<string, Remembered>({ max: MAX_REMEMBERED });
  const inFlight = new Map<string, Promise<Verdict>>();
  const takeTurn = createTurns(MAX_AT_ONCE);
  let failingUntil = 0;
  let isFailing = false;

  const check = ({ text, digest }: Credential): Verdict | Promise<Verdict> => {
    if (text.length > MAX_KEY_LENGTH) return { kind: "rejected", reason: "too long for a key" };
    const known = remembered.get(digest);
    if (known !== undefined && known.freshUntil > now()) return known.verdict;
    if (failingUntil > now()) return withoutService(known);
    const running = inFlight.get(digest);
    if (running !== undefined) return running;
    if (inFlight.size >= MAX_AT_ONCE + MAX_WAITING) return withoutService(known);
    const asked = takeTurn(() => ask(text, digest, known)).finally(() => inFlight.delete(digest));
    inFlight.set(digest, asked);
    return asked;
  };

  const ask = async (
    key: string,
    digest: string,
    known: Remembered | undefined,
  ): Promise<Verdict> => {
    if (failingUntil > now()) return withoutService(known); // it began to fail while this one waited
    try {
      const answer = await introspect(key).catch(() => introspect(key));
      if (isFailing) log.info({}, "the introspection service answers again");
      isFailing = false;
      const verdict = verdictOf(answer, digest, now());
      const ends =
        answer.active && typeof answer.exp === "number"
          ? answer.exp * 1000
          : Number.POSITIVE_INFINITY;
      const freshUntil =
        verdict.kind === "keyed" ? Math.min(now() + accepted, ends) : now() + rejected;
      remembered.set(digest, { verdict, freshUntil, graceUntil: Math.min(now() + grace, ends) });
      return verdict;
    } catch (error) {
      if (error instanceof UnusableAnswer) return withoutAnswer(digest, known, error.message);
      if (!isFailing) {
        const reason = messageOf(error);
        log.warn(
          { reason },
          "the introspection service fails; keys it accepted lately stay accepted",
        );
      }
      isFailing = true;
      failingUntil = now() + pause;
      return withoutService(known);
    }
  };

  /** The service is well but has no answer to this one key, which is not asked for again at once. */
  const withoutAnswer = (
    digest: string,
    known: Remembered | undefined,
    reason: string,
  ): Verdict => {
    const verdict = withoutService(known);
    const graceUntil = known?.graceUntil ?? 0;
    remembered.set(digest, { verdict, freshUntil: now() + pause, graceUntil });
    log.warn({ reason }, "the introspection service gave no usable answer to one key");
    return verdict;
  };

  const withoutService = (known: Remembered | undefined): Verdict => {
    if (known?.verdict.kind === "keyed" && known.graceUntil > now()) return known.verdict;
    return { kind: "unavailable", reason: "the introspection service does not answer" };
  };

  const introspect = (key: string): Promise<z.infer<typeof AnswerSchema>> => {
    const limits = { dispatcher: agent, timeoutMs: attempt, maxBytes: MAX_ANSWER_BYTES };
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
      ...(authorization === undefined ? {} : { authorization }),
    };
    const body = new URLSearchParams({ token: key }).toString();
    return fetchJson(url, AnswerSchema, limits, { method: "POST", headers, body });
  };

  const state = () => ({ remembered: remembered.size, isFailing });

  return { check, state, close: () => void agent.destroy() };
}

function verdictOf(answer: z.infer<typeof AnswerSchema>, digest: string, now: number): Verdict {
  if (!answer.active)
    return {
      kind: "rejected",
      reason: "the introspection service says that the key is not active",
    };
  const { scope, exp } = answer;
  if (typeof exp === "number" && exp * 1000 <= now)
    return { kind: "rejected", reason: "the key is expired" };
  return { kind: "keyed", id: `key:${digest}`, scopes: scopesOf(scope ?? "") };
}

/** Lets so many run at a time; the others wait in their order. */
function createTurns(most: number): <T>(use: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (use) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      return await use();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}
