/**
 * Creates a queue that lets `most` run at a time, in their order. It calls `begin` when it is
 * somebody's turn. The returned function ends the turn, or leaves the queue, and may be called
 * twice.
 */
export function createTurns(most: number): (begin: () => void) => () => void {
  const waiting = new Set<() => void>();
  let running = 0;
  return (begin) => {
    let isRunning = false;
    const start = (): void => {
      waiting.delete(start);
      isRunning = true;
      running += 1;
      begin();
    };
    if (running < most) start();
    else waiting.add(start);
    return () => {
      waiting.delete(start);
      if (!isRunning) return;
      isRunning = false;
      running -= 1;
      const [next] = waiting;
      next?.();
    };
  };
}
