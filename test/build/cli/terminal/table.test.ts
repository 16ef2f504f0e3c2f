import { describe, expect, it } from "vitest";
import { alignRows } from "../../../../build/cli/terminal/table.ts";

describe("rows of a terminal", () => {
  it("stand in columns as wide as their widest text", () => {
    const rows = [
      { target: "heroes/mei/abilities/ice-wall/cooldown", from: "12", to: "11" },
      { target: "heroes/mei/role", from: '"damage"', to: '"support"' },
    ];
    expect(alignRows(rows)).toBe(
      [
        "  heroes/mei/abilities/ice-wall/cooldown  12        ->  11",
        '  heroes/mei/role                         "damage"  ->  "support"',
      ].join("\n"),
    );
  });

  it("are indented as far as is wanted", () => {
    expect(alignRows([{ target: "role", from: "1", to: "2" }], "    ")).toBe("    role  1  ->  2");
  });

  it("are nothing where nothing changed", () => {
    expect(alignRows([])).toBe("");
  });
});
