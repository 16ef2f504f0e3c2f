import { expect, inject, it } from "vitest";
import { verifySite } from "../../build/core/site/verify-site.ts";

// What is in the documents is tested with every tenth patch, in as-of-every.slow.test.ts.
it("a site as of an earlier patch agrees with its manifest, file by file", () => {
  const found = verifySite(inject("earlierSite"));
  expect(found).toMatchObject({ missing: [], extra: [], altered: [] });
});
