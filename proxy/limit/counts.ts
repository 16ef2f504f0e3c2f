import { LRUCache } from "lru-cache";
import { ADDRESS_KIND } from "./address.ts";

/** The requests of one caller in its window, and for how many milliseconds that lasts yet. */
export type Count = { used: number; leftMs: number };

/** Requests by caller in fixed windows, each from the caller's first request. */
export type Counts = {
  /** Counts requests, in a new window where there is none. */
  add: (key: string, requests: number) => Count;
  read: (key: string) => Count;
  /** How many callers are remembered. */
  size: () => number;
};

/** Counts of a process beside a store that counts for several of them. */
export type OwnCounts = Counts & {
  /** Goes on from what the store has said; what it has not been told yet is added. */
  learn: (key: string, said: Count) => void;
  /** Notes that the store has to be told of so many requests, or no longer has to be. */
  owe: (key: string, requests: number) => void;
  /** What the store has to be told of; from now on it counts as told. */
  takeOwed: () => [key: string, requests: number][];
};

/**
 * What is kept of a window: when it ends (milliseconds), its requests, and those the store does not
 * know of.
 */
type Kept = { endsAt: number; used: number; owed: number };

/** A flood of callers costs at most so many windows of each generation. */
const MAX_WINDOWS = 100_000;

/**
 * Counts in the memory of this process. `now` gives milliseconds of a clock that never runs
 * backwards.
 */
export function createCounts(
  windowSeconds: number,
  now: () => number = () => performance.now(),
): OwnCounts {
  // Anyone can come from many addresses, but not with many credentials: they must not push each
  // other out.
  const addresses = createGenerations();
  const credentials = createGenerations();
  const generationsOf = (key: string) => (key.startsWith(ADDRESS_KIND) ? addresses : credentials);
  const length = windowSeconds * 1000;
  // fractions would not add up, and a new window would end a second late
  const clock = () => Math.floor(now());

  return {
    add: (key, requests) => {
      const time = clock();
      const window = generationsOf(key).visit(key);
      if (window.endsAt <= time) begin(window, time + length);
      window.used += requests;
      return { used: window.used, leftMs: window.endsAt - time };
    },
    read: (key) => {
      const time = clock();
      const window = generationsOf(key).find(key);
      if (window === undefined || window.endsAt <= time) return { used: 0, leftMs: length };
      return { used: window.used, leftMs: window.endsAt - time };
    },
    size: () => addresses.size() + credentials.size(),
    learn: (key, { used, leftMs }) => {
      const time = clock();
      const window = generationsOf(key).visit(key);
      if (window.endsAt <= time) begin(window, time);
      window.endsAt = time + leftMs;
      window.used = used + window.owed;
    },
    owe: (key, requests) => {
      const window = generationsOf(key).find(key);
      if (window !== undefined) window.owed = Math.max(0, window.owed + requests);
    },
    takeOwed: () => {
      const time = clock();
      const owed: [string, number][] = [];
      for (const [key, window] of [...addresses.entries(), ...credentials.entries()]) {
        if (window.owed > 0 && window.endsAt > time) owed.push([key, window.owed]);
        window.owed = 0;
      }
      return owed;
    },
  };
}

function begin(window: Kept, endsAt: number): void {
  window.endsAt = endsAt;
  window.used = 0;
  window.owed = 0;
}

/**
 * Who comes a second time is kept apart from those who came once, so that a flood of new callers
 * makes only each other forgotten. Within a generation those longest without a request go first.
 */
function createGenerations() {
  // Bounded by size, where lru-cache takes the memory as it is needed; for a number of entries it
  // takes all at once.
  const bound = { maxSize: MAX_WINDOWS, sizeCalculation: () => 1 };
  const newcomers = new LRUCache<string, Kept>(bound);
  const regulars = new LRUCache<string, Kept>(bound);
  return {
    find: (key: string): Kept | undefined => regulars.peek(key) ?? newcomers.peek(key),
    /** The caller's window, one that has ended where there was none. */
    visit: (key: string): Kept => {
      const regular = regulars.get(key);
      if (regular !== undefined) return regular;
      const newcomer = newcomers.peek(key);
      if (newcomer === undefined) {
        const fresh = { endsAt: Number.NEGATIVE_INFINITY, used: 0, owed: 0 };
        newcomers.set(key, fresh);
        return fresh;
      }
      // and it stays among the newcomers, as lru-cache takes long to delete its only entry
      regulars.set(key, newcomer);
      return newcomer;
    },
    /** A caller may be in both generations, with the same window. */
    entries: (): [string, Kept][] => [...regulars.entries(), ...newcomers.entries()],
    size: () => newcomers.size + regulars.size,
  };
}
