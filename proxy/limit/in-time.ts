/**
 * The default of `STORE_WAIT_MS`: how long a request waits for windows that are kept elsewhere. A
 * shorter wait could pass while this process has no processor, although the store has answered.
 */
export const DEFAULT_STORE_WAIT_MS = 250;

/**
 * Calls `tell` when an answer is late, and returns the function that cancels this. An answer that
 * arrived in time counts, even if this busy process reads it late.
 */
export function onLate(waitMs: number, tell: (error: Error) => void): () => void {
  let immediate: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    // The event loop reads sockets before it runs this.
    immediate = setImmediate(tell, new Error(`no answer within ${waitMs} ms`));
  }, waitMs);
  return () => {
    clearTimeout(timer);
    clearImmediate(immediate);
  };
}
