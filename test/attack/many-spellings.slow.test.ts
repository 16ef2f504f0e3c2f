import { describe, expect, it } from "vitest";
import { documentFile } from "../../build/core/site/path-files.ts";
import { parseManifestInSteps } from "../../build/core/site/read-manifest.ts";
import { runSteps } from "../../build/core/site/steps.ts";
import { checkSpellings } from "../../build/generator/data/checks/spellings.ts";
import { formatIssues } from "../../build/generator/data/issue.ts";
import { realManifest } from "../build/generator/hosts/site.ts";
import { heroesWith, MANY } from "./many-aliases.ts";

describe("200,000 spellings of one hero", () => {
  it("of which each is wrong are each named, with its place", () => {
    const data = heroesWith((at) => `a/${at}`);
    const issues = checkSpellings(data);
    const text = JSON.stringify(data.heroes[0]?.value, null, 2);
    const lines = formatIssues(issues, () => text).split("\n");

    expect(issues).toHaveLength(MANY);
    expect(lines[1]).toMatch(/^ {2}5:5 {2}aliases\[0\] {2}"a\/0" holds a slash/);
    expect(lines[MANY]).toMatch(/^ {2}200004:5 {2}aliases\[199999\] {2}"a\/199999" holds a slash/);
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
