import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PACKAGE_ROOT } from "../build/package.ts";

describe("the README", () => {
  it("is short, and names files that are there", () => {
    const text = readFileSync(join(PACKAGE_ROOT, "README.md"), "utf8");
    expect(Buffer.byteLength(text)).toBeLessThan(10_000);
    for (const [, file = ""] of text.matchAll(/\]\(([\w./-]+\.md)\)/g)) {
      expect(readFileSync(join(PACKAGE_ROOT, file), "utf8")).not.toBe("");
    }
  });
});
