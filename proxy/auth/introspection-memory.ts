import { LRUCache } from "lru-cache";
import { atMost } from "../entries.ts";
import type { Verdict } from "./identity.ts";

/** Of the accepted keys, and as many of the refused ones: anybody can make those up. */
const MAX_REMEMBERED = 50_000;

/**
 * For how long a verdict is given again without asking, and how long it may be without the service.
 */
export type MemoryTimes = { accepted: number; rejected: number; grace: number };

/**
 * Both in milliseconds: the wall's, since the epoch, for `exp` alone; the other never runs
 * backwards.
 */
export type Clocks = { now: () => number; clock: () => number };

type Accepted = { verdict: Verdict; freshUntil: number; graceUntil: number; expires: number };

/** What an introspection service has said of keys, by their digests. */
export type IntrospectionMemory = {
  /** What is said of a key without asking. */
  fresh: (digest: string) => Verdict | undefined;
  /** The verdict on a key that was accepted so lately that it still is while the service fails. */
  lately: (digest: string) => Verdict | undefined;
  /** Keeps what the service has said; `expires` is the key's, in milliseconds since the epoch. */
  keep: (digest: string, verdict: Verdict, expires: number) => void;
  /** Gives a verdict again for so many milliseconds, whatever was said before. */
  repeat: (digest: string, verdict: Verdict, milliseconds: number) => void;
  size: () => number;
};

/**
 * Accepted keys are remembered apart from refused ones, so that made-up keys push none of them out.
 */
export function createIntrospectionMemory(
  { accepted, rejected, grace }: MemoryTimes,
  { now, clock }: Clocks,
): IntrospectionMemory {
  const acceptedKeys = new LRUCache<string, Accepted>(atMost(MAX_REMEMBERED));
  const refusedKeys = new LRUCache<string, { verdict: Verdict; until: number }>(
    atMost(MAX_REMEMBERED),
  );

  const believed = (digest: string): Accepted | undefined => {
    const known = acceptedKeys.get(digest);
    const isBelieved = known !== undefined && known.graceUntil > clock() && known.expires > now();
    return isBelieved ? known : undefined;
  };

  return {
    fresh: (digest) => {
      const refused = refusedKeys.get(digest);
      if (refused !== undefined && refused.until > clock()) return refused.verdict;
      const known = believed(digest);
      return known !== undefined && known.freshUntil > clock() ? known.verdict : undefined;
    },
    lately: (digest) => believed(digest)?.verdict,
    keep: (digest, verdict, expires) => {
      const time = clock();
      if (verdict.kind === "keyed") {
        const [freshUntil, graceUntil] = [time + accepted, time + grace];
        acceptedKeys.set(digest, { verdict, freshUntil, graceUntil, expires });
        refusedKeys.delete(digest);
      } else {
        acceptedKeys.delete(digest);
        refusedKeys.set(digest, { verdict, until: time + rejected });
      }
    },
    repeat: (digest, verdict, milliseconds) => {
      const known = believed(digest);
      const until = clock() + milliseconds;
      if (known === undefined) refusedKeys.set(digest, { verdict, until });
      else acceptedKeys.set(digest, { ...known, freshUntil: until });
    },
    size: () => acceptedKeys.size + refusedKeys.size,
  };
}
