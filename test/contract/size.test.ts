import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";

const MOST_BYTES = 40_000_000;

it("a site of the real data, with its compressed siblings, stays under 40 MB", () => {
  const site = inject("realSite");
  const sizes = readdirSync(site, { recursive: true, encoding: "utf8" })
    .map((file) => statSync(join(site, file)))
    .filter((status) => status.isFile())
    .map(({ size }) => size);
  expect(sizes.length).toBeGreaterThan(5_000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES);
});
