/** How the connections to an origin are shared. Times in milliseconds. */
export type ShareLimits = {
  /** The most connections at a time. */
  connections: number;
  /** The most connections of one caller at a time. */
  perCaller: number;
  /** The longest wait for a connection. */
  waitMs: number;
};

type Waiting = { caller: string; start: () => void };

/**
 * Shares connections among callers, so that one caller cannot hold all of them. Calls `start` when
 * a connection is free, or `onTooLate` after `waitMs`. The returned function ends the wait, or
 * gives the connection back. It may be called twice.
 */
export type Share = (caller: string, start: () => void, onTooLate: () => void) => () => void;

/** Creates the shares of one origin. */
export function createShares({ connections, perCaller, waitMs }: ShareLimits): Share {
  const waiting: Waiting[] = [];
  const running = new Set<Waiting>();

  const hasRoom = ({ caller }: Waiting): boolean =>
    [...running].filter((other) => other.caller === caller).length < perCaller;

  const startNext = (): void => {
    if (running.size >= connections) return;
    const next = waiting.find(hasRoom);
    if (next === undefined) return;
    waiting.splice(waiting.indexOf(next), 1);
    running.add(next);
    next.start();
    startNext();
  };

  return (caller, start, onTooLate) => {
    const entry: Waiting = {
      caller,
      start: () => {
        clearTimeout(timer);
        start();
      },
    };
    const leave = (): void => {
      clearTimeout(timer);
      if (running.delete(entry)) startNext();
      else if (waiting.includes(entry)) waiting.splice(waiting.indexOf(entry), 1);
    };
    const timer = setTimeout(() => {
      leave();
      onTooLate();
    }, waitMs);
    waiting.push(entry);
    startNext();
    return leave;
  };
}
