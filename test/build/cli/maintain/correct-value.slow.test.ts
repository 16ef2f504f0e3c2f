import { describe, expect, it } from "vitest";
import { expectRightCorrections, NUMBERS, RECORDED_NUMBERS } from "./recorded-numbers.ts";

describe("the real numbers that patches changed", () => {
  it("are all looked at", () => {
    expect(NUMBERS.map(({ target }) => target).toSorted()).toEqual(RECORDED_NUMBERS);
    expect(NUMBERS.length).toBeGreaterThan(200);
  });

  expectRightCorrections(NUMBERS);
});
