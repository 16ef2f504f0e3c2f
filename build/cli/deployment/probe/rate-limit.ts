import type { Answer } from "../../../core/fetch/exchange.ts";
import type { Fault } from "./findings.ts";

/** A caller's window as an answer describes it. */
export type WindowShown = { limit: number; remaining: number; resetSeconds: number };

const FIELDS = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"] as const;

/** The window in the contract's three headers; undefined where one is not a whole number. */
export function windowOf({ headers }: Answer): WindowShown | undefined {
  const [limit, remaining, resetSeconds] = FIELDS.map((name) => headers[name]);
  if (![limit, remaining, resetSeconds].every((value) => /^\d+$/.test(value ?? "")))
    return undefined;
  return { limit: Number(limit), remaining: Number(remaining), resetSeconds: Number(resetSeconds) };
}

/** Checks that the three headers and the two fields of the IETF draft say the same. */
export function judgeRateLimit(answer: Answer): Fault | undefined {
  const shown = windowOf(answer);
  const three = FIELDS.map((name) => answer.headers[name] ?? "none").join(", ");
  if (shown === undefined) {
    const isAbsent = FIELDS.every((name) => answer.headers[name] === undefined);
    const expected = "RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset, whole numbers";
    return { expected, actual: isAbsent ? "none of them" : three, isAbsent };
  }
  if (shown.remaining > shown.limit)
    return { expected: "no more remaining than the limit", actual: three };
  const policy = answer.headers["ratelimit-policy"] ?? "";
  const state = answer.headers["ratelimit"] ?? "";
  const expected =
    `RateLimit-Policy: "...";q=${shown.limit};w=..., RateLimit: ` +
    `"...";r=${shown.remaining};t=${shown.resetSeconds}`;
  const [, name, quota] = /^"([^"]+)";q=(\d+);w=\d+$/.exec(policy) ?? [];
  const isSame =
    Number(quota) === shown.limit &&
    state === `"${name}";r=${shown.remaining};t=${shown.resetSeconds}`;
  return isSame ? undefined : { expected, actual: `${policy || "none"}, ${state || "none"}` };
}

/** Checks two requests in a row. In one window, the second one must have fewer remaining. */
export function judgeCountdown(first: Answer, second: Answer): Fault | undefined {
  const [before, after] = [windowOf(first), windowOf(second)];
  if (before === undefined || after === undefined) {
    return { expected: "RateLimit-Remaining", actual: "none", isAbsent: true };
  }
  const isNewWindow = after.resetSeconds > before.resetSeconds;
  const isFewer = after.remaining < before.remaining || after.remaining === 0;
  if (after.limit === before.limit && (isNewWindow || isFewer)) return undefined;
  return {
    expected: `less than ${before.remaining} of ${before.limit} remaining`,
    actual: `${after.remaining} of ${after.limit}`,
  };
}
