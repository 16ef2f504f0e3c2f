import { describe, expect, it } from "vitest";
import { documentFile } from "../../build/core/site/path-files.ts";
import { parseManifestInSteps } from "../../build/core/site/read-manifest.ts";
import { createPause, runSteps, runWithPauses } from "../../build/core/site/steps.ts";
import { checkSpellings } from "../../build/generator/data/checks/spellings.ts";
import { formatIssues } from "../../build/generator/data/issue.ts";
import { realManifest } from "../helpers/built-site.ts";
import { tinySite, withForgery } from "./tiny-site.ts";

/** More than a call may have arguments. */
const MANY = 200_000;

/** Two heroes, of whom the first has so many aliases. */
function heroesWith(alias: (at: number) => string) {
  const aliases = Array.from({ length: MANY }, (_, at) => alias(at));
  return {
    heroes: [
      { file: "heroes/ana.json", value: { id: "ana", name: "Ana", aliases } },
      { file: "heroes/mercy.json", value: { id: "mercy", name: "Mercy", aliases: ["Angel"] } },
    ],
  };
}

describe("200,000 spellings of one hero", () => {
  it("of which another hero has one too are refused in both files", () => {
    const issues = checkSpellings(heroesWith((at) => (at === MANY - 1 ? "angel" : `ana ${at}`)));

    expect(issues.map(({ file }) => file).toSorted()).toEqual([
      "heroes/ana.json",
      "heroes/mercy.json",
    ]);
  });

  it("of which each is wrong are each found, with its place", () => {
    const data = heroesWith((at) => `a/${at}`);
    const issues = checkSpellings(data);
    const text = JSON.stringify(data.heroes[0]?.value, null, 2);
    const lines = formatIssues(issues, () => text).split("\n");

    expect(issues).toHaveLength(MANY);
    expect(lines[1]).toMatch(/^ {2}5:5 {2}aliases\[0\] {2}"a\/0" has a slash/);
    expect(issues.at(-1)?.path).toEqual(["aliases", MANY - 1]);
  });

  it("are read in a manifest", () => {
    const manifest = realManifest();
    const path = "/v1/overwatch/heroes/ana";
    const spellings = [path, ...Array.from({ length: MANY }, (_, at) => `${path} ${at}`)];
    const document = {
      path,
      spellings,
      file: documentFile(path),
      bytes: 1,
      sha256: "0".repeat(64),
    };
    const bytes = Buffer.from(JSON.stringify({ ...manifest, documents: [document] }));

    expect(
      runSteps(parseManifestInSteps(bytes, "manifest.json")).documents[0]?.spellings,
    ).toHaveLength(MANY + 1);
  });
});

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
