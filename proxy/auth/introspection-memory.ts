import { LRUCache } from "lru-cache";
import { atMost } from "../entries.ts";
import type { Verdict } from "./identity.ts";

/** How many accepted keys are remembered, and as many refused ones. */
const MAX_REMEMBERED = 50_000;

/** How long verdicts are remembered, and how long accepted keys outlive the service, in ms. */
export type MemoryTimes = { accepted: number; rejected: number; grace: number };

/** Clocks in milliseconds. `now` is since the epoch, for `exp` alone. `clock` never runs back. */
export type Clocks = { now: () => number; clock: () => number };

type Accepted = { verdict: Verdict; freshUntil: number; graceUntil: number; expires: number };

/** The answers of an introspection service, by the digests of keys. */
export type IntrospectionMemory = {
  /** The verdict on a key that needs no request. */
  fresh: (digest: string) => Verdict | undefined;
  /** The verdict on a key that stays accepted while the service fails. */
  lately: (digest: string) => Verdict | undefined;
  /** Keeps a verdict. `expires` is when the key expires, in milliseconds since the epoch. */
  keep: (digest: string, verdict: Verdict, expires: number) => void;
  /** Keeps a verdict for so many milliseconds, whatever the service said before. */
  repeat: (digest: string, verdict: Verdict, milliseconds: number) => void;
  size: () => number;
};

/** Creates the memory. Refused keys are kept apart, since anybody can make keys up. */
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
