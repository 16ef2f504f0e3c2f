import { expect, it } from "vitest";
import { parseManifestInSteps } from "../../build/core/site/read-manifest.ts";
import { createPause, runWithPauses } from "../../build/core/site/steps.ts";
import { tinySite, withForgery } from "./tiny-site.ts";

it("100,000 spellings are read with pauses, so that nobody waits longer than 50 ms", async () => {
  const site = withForgery(tinySite(), ({ documents }) => {
    for (let hero = 0; hero < 100; hero += 1) {
      const path = `/v1/overwatch/heroes/h${hero}`;
      const spellings = Array.from({ length: 1000 }, (_, at) => `${path}-spelled-${at}`);
      const { bytes, sha256 } = documents[0];
      documents.push({
        path,
        spellings: [path, ...spellings],
        file: `${path.slice(1)}.json`,
        bytes,
        sha256,
      });
    }
  });
  const steps = parseManifestInSteps(site.get("manifest.json") ?? Buffer.alloc(0), "manifest.json");
  let pauses = 0;
  const pause = createPause();
  const { documents } = await runWithPauses(steps, () => {
    pauses += 1;
    return pause();
  });

  expect(documents).toHaveLength(107);
  expect(pauses).toBeGreaterThan(300_000);
});
