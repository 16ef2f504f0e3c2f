import { setImmediate } from "node:timers/promises";
import type { Steps } from "../../build/site/steps.ts";

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

/** Goes through the steps of long work with pauses. */
export async function runWithPauses<T>(steps: Steps<T>, pause: () => Promise<void>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pause();
  }
}
