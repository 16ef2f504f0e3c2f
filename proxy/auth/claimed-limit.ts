import { LimitSchema } from "../../build/core/keys/key-file.ts";
import type { Log } from "../log.ts";

/** How long the log does not repeat that a limit cannot be used, in milliseconds. */
const QUIET_MS = 60_000;

/** The caller's own limit in the claims of a token, or in an introspection response. */
export type LimitOf = (claims: Readonly<Record<string, unknown>>) => number | undefined;

/** Creates the function that reads the member `claim`, which is the setting `LIMIT_CLAIM`. */
export function createLimitOf(claim: string | undefined, log: Log): LimitOf {
  let quietUntil = Number.NEGATIVE_INFINITY;
  return (claims) => {
    const value = claim !== undefined && Object.hasOwn(claims, claim) ? claims[claim] : null;
    if (value == null) return undefined;
    const limit = LimitSchema.safeParse(value).data;
    const now = performance.now();
    if (limit === undefined && now >= quietUntil) {
      quietUntil = now + QUIET_MS;
      log.warn({ claim }, "the limit in LIMIT_CLAIM is not a whole number; KEYED_LIMIT applies");
    }
    return limit;
  };
}
