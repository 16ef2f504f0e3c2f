/**
 * Creates a queue that lets `most` run at a time. Those who wait take turns by lane, each lane in
 * its order. It calls `begin` when it is somebody's turn. The returned function ends the turn, or
 * leaves the queue, and may be called twice.
 */
export function createTurns(most: number): (begin: () => void, lane?: string) => () => void {
  const lanes = new Map<string, Set<() => void>>();
  let running = 0;
  return (begin, lane = "") => {
    let isRunning = false;
    const leave = () => {
      const waiting = lanes.get(lane);
      waiting?.delete(start);
      if (waiting?.size === 0) lanes.delete(lane);
    };
    const start = () => {
      leave();
      isRunning = true;
      running += 1;
      begin();
    };
    if (running < most) start();
    else lanes.set(lane, (lanes.get(lane) ?? new Set()).add(start));
    return () => {
      leave();
      if (!isRunning) return;
      isRunning = false;
      running -= 1;
      for (const [name, queue] of lanes) {
        lanes.delete(name);
        lanes.set(name, queue); // as the last one
        const [next] = queue;
        return next?.();
      }
    };
  };
}
