import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { describe, expect, it } from "vitest";
import { PACKAGE_ROOT } from "../build/core/package.ts";

/** What the linter and the formatter cannot say. */
describe("the code", () => {
  it("has no comment of more than 100 columns that could be broken", () => {
    const files = fg.sync(["{build,proxy,test}/**/*.{ts,tsx,mjs}", "*.{ts,mjs}"], {
      cwd: PACKAGE_ROOT,
      ignore: ["**/node_modules/**", "test/clients/{generated,programs}/**"],
    });
    expect(files.length).toBeGreaterThan(500);
    const long = files.flatMap((file) =>
      readFileSync(join(PACKAGE_ROOT, file), "utf8")
        .split("\n")
        .filter((line) => line.length > 100 && /^ *(\/\/|\/?\*) .{40,} /.test(line))
        .map((line) => `${file}: ${line}`),
    );
    expect(long).toEqual([]);
  });

  it.each([
    ["build", 0],
    ["proxy", 12],
  ])("has in %s at most %i files beside its folders", (folder, most) => {
    const entries = readdirSync(join(PACKAGE_ROOT, folder), { withFileTypes: true });
    expect(entries.filter((entry) => entry.isDirectory()).length).toBeGreaterThan(3);
    expect(entries.filter((entry) => entry.isFile()).length).toBeLessThanOrEqual(most);
  });
});
