import { describe, expect, it } from "vitest";
import { retryAfterMs } from "../../../../build/core/fetch/retry-after.ts";

const NOW = Date.parse("2015-10-21T07:28:00Z");

describe("Retry-After (RFC 9110 §10.2.3)", () => {
  it.each([
    ["120", 120_000],
    ["0", 0],
    ["Wed, 21 Oct 2015 07:28:30 GMT", 30_000],
    ["Wed, 21 Oct 2015 07:00:00 GMT", 0],
  ])("%s is a wait", (header, ms) => {
    expect(retryAfterMs(header, NOW)).toBe(ms);
  });

  it.each([undefined, "", "soon", "-"])("%s says nothing", (header) => {
    expect(retryAfterMs(header, NOW)).toBeUndefined();
  });
});
