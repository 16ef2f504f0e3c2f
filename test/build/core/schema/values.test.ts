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

it("a problem has its status, its phrase as title, and a type under the base address", () => {
  const url = "https://example.org";
  expect(problemOf("internal-server-error", "Why.", "/v1/x", url)).toEqual({
    type: `${url}/problems/internal-server-error`,
    title: "Internal Server Error",
    status: 500,
    detail: "Why.",
    instance: "/v1/x",
  });
});
