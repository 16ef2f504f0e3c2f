/** Work that can be interrupted after each step. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Goes through all steps at once. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
