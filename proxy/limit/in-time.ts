/**
 * No request waits longer, in milliseconds, for windows that are kept elsewhere, unless
 * `STORE_WAIT_MS` says otherwise. A shorter wait passes while this process has no processor, though
 * the store has answered.
 */
export const WAIT_MS = 250;

/**
 * Calls back once the time is over that an answer may take. An answer that has come in time, and
 * only waits to be read because this process was busy, is read before that. Returns what calls it
 * off.
 */
export function whenLate(waitMs: number, tell: (error: Error) => void): () => void {
  let immediate: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    // sockets are read in between
    immediate = setImmediate(tell, new Error(`no answer within ${waitMs} ms`));
  }, waitMs);
  return () => {
    clearTimeout(timer);
    clearImmediate(immediate);
  };
}
