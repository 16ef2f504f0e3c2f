import { expect, it } from "vitest";
import { heroDetails } from "../../../../build/generator/data/details.ts";
import { evidenceOf } from "../../../../build/generator/data/evidence.ts";
import { referenceAsOf } from "../../../../build/generator/data/reference.ts";
import { factsOf } from "../../../../build/generator/pages/explorer/facts.ts";
import { heroPage } from "../../../../build/generator/pages/explorer/hero.tsx";
import { heroMarkdown } from "../../../../build/generator/pages/hero-markdown.ts";
import { renderPage } from "../../../../build/generator/pages/layout.tsx";
import { REAL_DATA as data } from "../../../helpers/real-data.ts";

const site = { baseUrl: "https://example.org", imageOrigin: undefined };

/** Two tanks and two others. */
const HEROES = ["ana", "dmon", "tracer", "zarya"];

/** What the site as of a patch has of some heroes. */
function filesAsOf(patch: string) {
  const addresses = { ...site, assetsUrl: `${site.baseUrl}/assets` };
  const reference = referenceAsOf(data, patch, addresses);
  const facts = factsOf(reference, data, { ...addresses, evidence: evidenceOf(data, patch) });
  const heroes = reference.heroes.filter(({ id }) => HEROES.includes(id));
  return new Map(
    heroes.map((hero) => [
      hero.id,
      {
        page: renderPage(heroPage(hero, facts, site), site),
        markdown: heroMarkdown(hero, facts, site.baseUrl),
        details: heroDetails(reference, hero.id),
      },
    ]),
  );
}

it("a patch leaves the files of the heroes that it did not change, for versions to share", () => {
  const [before, after] = [filesAsOf("2026-09-10"), filesAsOf("2026-09-17")];
  const changed = [...after].filter(
    ([id, files]) => JSON.stringify(files) !== JSON.stringify(before.get(id)),
  );
  // Dmon's armor is compared on the pages of other tanks too.
  expect(changed.map(([id]) => id)).toEqual(["dmon", "zarya"]);
  const inWords = changed.filter(([id, files]) => files.markdown !== before.get(id)?.markdown);
  expect(inWords.map(([id]) => id)).toEqual(["dmon"]);
});
