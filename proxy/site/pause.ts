import { setImmediate } from "node:timers/promises";

/** How long work in the background keeps requests waiting at a time. */
const SLICE_MS = 2;

/** To be awaited between the steps of long work: from time to time it lets everything else run first. */
export function createPause(): () => Promise<void> {
  let start = performance.now();
  return async () => {
    if (performance.now() - start < SLICE_MS) return;
    await setImmediate();
    start = performance.now();
  };
}
