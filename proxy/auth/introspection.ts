import { LRUCache } from "lru-cache";
import { Agent } from "undici";
import * as z from "zod";
import { credentialDigest } from "../../build/schema/api-key.ts";
import { fetchJson, messageOf } from "./fetch-json.ts";
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
const MAX_IN_FLIGHT = 200;
const MAX_ANSWER_BYTES = 65_536;

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

/** What is used of an answer (RFC 7662 §2.2). */
const AnswerSchema = z.object({
  active: z.boolean(),
  scope: z.string().optional(),
  exp: z.number().optional(),
});

type Remembered = { verdict: Verdict; freshUntil: number; graceUntil: number };

/** Checks keys at a service that speaks RFC 7662: one request in flight per key, answers remembered for a short time. */
export function createIntrospection({
  url,
  authorization,
  log,
  now = Date.now,
  times,
}: IntrospectionOptions): Verifier {
  const { accepted, rejected, grace, pause, attempt } = { ...TIMES, ...times };
  const agent = new Agent({ connections: 16, connect: { timeout: attempt } });
  const remembered = new LRUCache<string, Remembered>({ max: MAX_REMEMBERED });
  const inFlight = new Map<string, Promise<Verdict>>();
  let failingUntil = 0;
  let isFailing = false;

  const check = (key: string): Verdict | Promise<Verdict> => {
    const digest = credentialDigest(key);
    const known = remembered.get(digest);
    if (known !== undefined && known.freshUntil > now()) return known.verdict;
    if (failingUntil > now()) return withoutService(known);
    const running = inFlight.get(digest);
    if (running !== undefined) return running;
    if (inFlight.size >= MAX_IN_FLIGHT) return withoutService(known);
    const asked = ask(key, digest, known).finally(() => inFlight.delete(digest));
    inFlight.set(digest, asked);
    return asked;
  };

  const ask = async (key: string, digest: string, known: Remembered | undefined): Promise<Verdict> => {
    try {
      const answer = await introspect(key).catch(() => introspect(key));
      if (isFailing) log.info({}, "the introspection service answers again");
      isFailing = false;
      const verdict = verdictOf(answer, digest, now());
      const lifetime = verdict.kind === "keyed" ? accepted : rejected;
      const ends = answer.exp === undefined ? Number.POSITIVE_INFINITY : answer.exp * 1000;
      const freshUntil = Math.min(now() + lifetime, verdict.kind === "keyed" ? ends : Number.POSITIVE_INFINITY);
      remembered.set(digest, { verdict, freshUntil, graceUntil: Math.min(now() + grace, ends) });
      return verdict;
    } catch (error) {
      if (!isFailing)
        log.warn(
          { reason: messageOf(error) },
          "the introspection service fails; keys it accepted lately stay accepted",
        );
      isFailing = true;
      failingUntil = now() + pause;
      return withoutService(known);
    }
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

  return { check, close: () => void agent.destroy() };
}

function verdictOf({ active, scope, exp }: z.infer<typeof AnswerSchema>, digest: string, now: number): Verdict {
  if (!active) return { kind: "rejected", reason: "the introspection service says that the key is not active" };
  if (exp !== undefined && exp * 1000 <= now) return { kind: "rejected", reason: "the key is expired" };
  return { kind: "keyed", id: `key:${digest}`, scopes: scopesOf(scope ?? "") };
}
