import { setImmediate } from "node:timers/promises";

/** Work that can be interrupted after each step. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs all steps at once. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** How long background work may run before other work gets its turn. */
const SLICE_MS = 2;

/** Creates a pause to await between the steps of long work. It lets other work run every 2 ms. */
export function createPause(): () => Promise<void> {
  let start = performance.now();
  return async () => {
    if (performance.now() - start < SLICE_MS) return;
    await setImmediate();
    start = performance.now();
  };
}

/** Runs the steps of long work with pauses. */
export async function runWithPauses<T>(steps: Steps<T>, pause = createPause()): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pause();
  }
}
