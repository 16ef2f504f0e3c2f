import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openSiteFiles } from "../../../../build/core/site/site-files.ts";
import { verifySite } from "../../../../build/core/site/verify-site.ts";
import { packSite } from "../../../../build/generator/write/pack-site.ts";
import { temporaryFolder } from "../../../helpers/data.ts";
import { copyOf, newSite } from "../../cli/deployment/site.ts";
import { expectPlainEntries } from "../../core/site/tarball-entries.ts";

const folderOfAll = mkdtempSync(join(tmpdir(), "gamedata-pack-"));
afterAll(() => rmSync(folderOfAll, { recursive: true, force: true }));

/** A small site and its tarball, which no test changes. */
const SITE = await newSite();
const PACKED = packSite(SITE, join(folderOfAll, "site.tar.gz"));

it("gives the same bytes for the same site, wherever and whenever its files were written", () => {
  const copy = copyOf(SITE);
  utimesSync(join(copy, "404.json"), 1, 1);
  writeFileSync(join(copy, "left-behind.txt"), "not in the manifest");
  const second = packSite(copy, join(temporaryFolder(), "second.tar.gz"));
  expect(second.sha256).toBe(PACKED.sha256);
  expect(readFileSync(second.file).equals(readFileSync(PACKED.file))).toBe(true);
});

it("writes the checksum beside the tarball in the form that sha256sum checks", () => {
  const { file } = PACKED;
  const sha256 = createHash("sha256").update(readFileSync(file)).digest("hex");
  expect(readFileSync(`${file}.sha256`, "utf8")).toBe(`${sha256}  site.tar.gz\n`);
});

it("holds regular files only, sorted, with one owner and mode", () => {
  expectPlainEntries(PACKED.file);
});

it("is read and verified without being unpacked, every spelling included", () => {
  const { file, files } = PACKED;
  expect(verifySite(file)).toMatchObject({ files, missing: [], extra: [], altered: [] });
  const hero = openSiteFiles(file).read("v1/overwatch/heroes/Captain Amari.json");
  expect(hero?.equals(readFileSync(join(SITE, "v1/overwatch/heroes/ana.json")))).toBe(true);
});

it("says so when a tarball cannot be read", () => {
  const file = join(temporaryFolder(), "site.tar.gz");
  expect(() => verifySite(file)).toThrow(`${file} does not exist`);
  writeFileSync(file, "no tarball");
  expect(() => verifySite(file)).toThrow(`${file} is not a readable tarball`);
});
