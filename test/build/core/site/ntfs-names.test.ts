import { expect, inject, it } from "vitest";
import { namesThatNtfsRefuses } from "../../../../build/core/site/ntfs-names.ts";
import { openSiteFiles } from "../../../../build/core/site/site-files.ts";

it.each([
  ...["soldier: 76.json", "a<b", "a>b", 'a"b', "a|b", "what?", "*", "a\\b", "a\u0007b"],
  ...["con", "CON.json", "v1/Aux.tar.gz", "prn/a", "nul", "com1", "LPT9.txt", "com¹"],
  ...["a.", "a ", "a./b", "v1/a /b"],
])("NTFS refuses %j", (name) => {
  expect(namesThatNtfsRefuses(["index.html", name])).toEqual([name]);
});

it.each(["d.va.json", "console.json", "com0", "com10.json", "a b.json", ".well-known/x", "Lúcio"])(
  "NTFS stores %j",
  (name) => {
    expect(namesThatNtfsRefuses([name])).toEqual([]);
  },
);

it("NTFS takes names for the same that differ only in case", () => {
  expect(namesThatNtfsRefuses(["v1/ana", "v1/Ana", "V1/other", "v2/ana"])).toEqual(["v1/Ana"]);
});

it("NTFS refuses names of the real site", () => {
  const refused = namesThatNtfsRefuses(openSiteFiles(inject("realSite")).names());
  expect(refused).toContain("v1/overwatch/heroes/soldier: 76.json");
});
