import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";

const MOST_BYTES = 58_000_000;

it("a site of the real data, with its compressed siblings, stays under 58 MB", () => {
  const site = inject("realSite");
  const files = readdirSync(site, { recursive: true, encoding: "utf8" })
    .map((file) => statSync(join(site, file)))
    .filter((status) => status.isFile());
  const sizes = new Map(files.map(({ ino, size }) => [ino, size])); // names can share a file
  expect(files.length).toBeGreaterThan(5_000);
  expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES);
});
