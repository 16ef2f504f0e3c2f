import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PACKAGE_ROOT } from "../build/core/package.ts";

const text = readFileSync(join(PACKAGE_ROOT, "SECURITY.md"), "utf8");
const rows = text.split("\n").filter((line) => line.startsWith("| ") && line.includes("`test/"));
const proofs = [...text.matchAll(/`(test\/[^`]+\.test\.ts)`(?: "([^"]+)")?/g)].map(
  ([, file = "", title = ""]) => [file, title] as const,
);

describe("SECURITY.md", () => {
  it("has a proof for each promise", () => {
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) expect(row).toMatch(/\| `test\/[^|]+\|$/);
  });

  it.each(proofs)("names a test that exists: %s %s", (file, title) => {
    const path = join(PACKAGE_ROOT, file);

    expect(existsSync(path)).toBe(true);
    expect(readFileSync(path, "utf8")).toContain(title);
  });

  it("names files and folders that exist", () => {
    const named = [...text.matchAll(/`((?:build|proxy)\/[^`]*)`/g)].map(([, path = ""]) => path);

    expect(named.filter((path) => !existsSync(join(PACKAGE_ROOT, path)))).toEqual([]);
  });
});
