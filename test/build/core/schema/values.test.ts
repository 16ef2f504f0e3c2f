import fc from "fast-check";
import { expect, it } from "vitest";
import { isDay } from "../../../../build/core/game/day.ts";
import { problemOf } from "../../../../build/core/schema/problems.ts";
import { DateSchema } from "../../../../build/core/schema/values.ts";

/** Texts that are days, or nearly. */
const DAYS = fc
  .tuple(fc.integer({ min: 0, max: 9999 }), fc.nat(14), fc.nat(33))
  .map(([year, month, day]) =>
    [`${year}`.padStart(4, "0"), ...[month, day].map((one) => `${one}`.padStart(2, "0"))].join("-"),
  );

it("the filters of the patch list take the very days that the data may have", () => {
  fc.assert(
    fc.property(fc.oneof(DAYS, fc.string()), (text) => {
      expect(isDay(text)).toBe(DateSchema.safeParse(text).success);
    }),
  );
  for (const text of ["2024-02-29", "2023-02-29", "2026-13-01", "2026-1-01", "2026-10-06T00:00"])
    expect(isDay(text)).toBe(DateSchema.safeParse(text).success);
});

it.each([
  ["bad-request", 400, "Bad Request"],
  ["unauthorized", 401, "Unauthorized"],
  ["forbidden", 403, "Forbidden"],
  ["not-found", 404, "Not Found"],
  ["method-not-allowed", 405, "Method Not Allowed"],
  ["too-many-requests", 429, "Too Many Requests"],
  ["internal-server-error", 500, "Internal Server Error"],
] as const)(
  "the problem %s has status %i, its phrase as title, and a type under the base address",
  (type, status, title) => {
    expect(problemOf(type, "Why.", "/v1/x", "https://example.org")).toEqual({
      type: `https://example.org/problems/${type}`,
      title,
      status,
      detail: "Why.",
      instance: "/v1/x",
    });
  },
);
