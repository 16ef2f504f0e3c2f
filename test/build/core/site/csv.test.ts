import { describe, expect, it } from "vitest";
import { toCsv } from "../../../../build/core/site/csv.ts";

describe("a table", () => {
  it("has a header, lines that end in CR LF, and empty cells for what is not there", () => {
    expect(
      toCsv(
        ["a", "b"],
        [
          [1, undefined],
          [null, true],
        ],
      ),
    ).toBe("a,b\r\n1,\r\n,true\r\n");
  });

  it.each([
    ["a, b", '"a, b"'],
    ['a "b"', '"a ""b"""'],
    ["a\nb", '"a\nb"'],
    ["a\rb", '"a\rb"'],
    ["루시우", "루시우"],
    [" a ", " a "],
  ])("quotes what needs quotes: %j", (text, cell) => {
    expect(toCsv(["x"], [[text]])).toBe(`x\r\n${cell}\r\n`);
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "＝1", '=HYPERLINK("a","b")'])(
    "lets no text run as a formula: %j",
    (text) => {
      const [, cell = ""] = toCsv(["x"], [[text]]).split("\r\n");
      expect(cell.replace(/^"/, "")).toMatch(/^'/);
    },
  );

  it("leaves a number a number, below zero too", () => {
    expect(toCsv(["x"], [[-65], [0.05]])).toBe("x\r\n-65\r\n0.05\r\n");
  });
});
