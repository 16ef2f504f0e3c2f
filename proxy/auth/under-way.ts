import { sharesPromises } from "#host";

/** At the edge, work never ends if its request was cancelled. So it counts for 10 s at most. */
const MAX_MS = sharesPromises ? Number.POSITIVE_INFINITY : 10_000;

/** Counts work that is under way. */
export type UnderWay = {
  size: () => number;
  /** Counts one more, until the returned function is called. */
  begin: () => () => void;
};

/** Creates a counter of work that is under way. */
export function createUnderWay(): UnderWay {
  const begun = new Set<{ at: number }>(); // the oldest first
  return {
    size: () => {
      for (const one of begun) {
        if (one.at > performance.now() - MAX_MS) break;
        begun.delete(one);
      }
      return begun.size;
    },
    begin: () => {
      const one = { at: performance.now() };
      begun.add(one);
      return () => void begun.delete(one);
    },
  };
}
