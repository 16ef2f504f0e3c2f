/** An id that a caller may choose. */
const CHOSEN = /^[\x21-\x7e]{1,128}$/;

/** `traceparent` (W3C Trace Context §3.2). Later versions may add parts to those of version 00. */
const TRACEPARENT =
  /^(?:00(?=.{53}$)|(?!00|ff)[\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:$|-)/;

/**
 * Gives the id of a request: the one in `X-Request-Id`, the trace of `traceparent`, the platform's,
 * or a new one. Logs and responses contain it, so one that seems to hold a credential is not used.
 */
export type RequestIds = (chosen?: unknown, traceparent?: unknown, ofPlatform?: string) => string;

/** Creates the ids of this process: a random start, as others run beside it, and a number. */
export function createRequestIds(keyPrefix: string): RequestIds {
  const credential = new RegExp(`${keyPrefix}|eyJ`);
  const start = crypto.randomUUID().slice(0, 13);
  let made = 0;
  return (chosen, traceparent, ofPlatform) => {
    if (typeof chosen === "string" && CHOSEN.test(chosen) && !credential.test(chosen))
      return chosen;
    const [, trace] = typeof traceparent === "string" ? (TRACEPARENT.exec(traceparent) ?? []) : [];
    made += 1;
    return trace ?? ofPlatform ?? `${start}-${made.toString(36)}`;
  };
}
