import { setImmediate } from "node:timers/promises";

/** Work that can be interrupted after each step. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Goes through all steps at once. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** How long work in the background keeps everything else waiting at a time. */
const SLICE_MS = 2;

/** To be awaited between the steps of long work: from time to time everything else runs first. */
export function createPause(): () => Promise<void> {
  let start = performance.now();
  return async () => {
    if (performance.now() - start < SLICE_MS) return;
    await setImmediate();
    start = performance.now();
  };
}

/** Goes through the steps of long work with pauses. */
export async function runWithPauses<T>(steps: Steps<T>, pause = createPause()): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pause();
  }
}
