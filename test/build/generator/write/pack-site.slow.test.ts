import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { openSiteFiles } from "../../../../build/core/site/site-files.ts";
import { verifySite } from "../../../../build/core/site/verify-site.ts";
import { packSite } from "../../../../build/generator/write/pack-site.ts";
import { temporaryFolder } from "../../../helpers/data.ts";
import { expectPlainEntries } from "../../core/site/tarball-entries.ts";

it("the real site is packed as plain files, and read and verified without being unpacked", () => {
  const { file, files } = packSite(inject("realSite"), join(temporaryFolder(), "site.tar.gz"));
  expectPlainEntries(file);
  expect(verifySite(file)).toMatchObject({ files, missing: [], extra: [], altered: [] });
  const hero = openSiteFiles(file).read("v1/overwatch/heroes/Soldier: 76.json");
  expect(
    hero?.equals(readFileSync(join(inject("realSite"), "v1/overwatch/heroes/soldier-76.json"))),
  ).toBe(true);
});
