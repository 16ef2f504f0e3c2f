import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { list } from "tar";
import { afterAll, expect, inject, it } from "vitest";
import { buildSite } from "../../../build/build-site.ts";
import { checkData } from "../../../build/data/check-data.ts";
import { sha256Of } from "../../../build/site/digest.ts";
import { packSite } from "../../../build/site/pack-site.ts";
import { openSiteFiles } from "../../../build/site/site-files.ts";
import { verifySite } from "../../../build/site/verify-site.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { NEW_PATCH, smallData } from "../data-copies.ts";

const folderOfAll = mkdtempSync(join(tmpdir(), "gamedata-pack-"));
afterAll(() => rmSync(folderOfAll, { recursive: true, force: true }));

/** The tarball of the real site, which no test changes. */
const PACKED = packSite(inject("realSite"), join(folderOfAll, "site.tar.gz"));

/** The site of a few things, in a folder. */
function buildSmallSite(out: string): void {
  const checked = checkData(smallData());
  if (!checked.ok) throw new Error("the small data has problems");
  const baseUrl = "https://gamedata.example.org";
  const about = { version: "test", baseUrl, assetsUrl: `${baseUrl}/assets` };
  buildSite(checked.data, { ...about, patch: NEW_PATCH, out });
}

it("gives the same bytes for the same site, wherever and whenever its files were written", () => {
  const folder = temporaryFolder();
  const [site, copy] = [join(folder, "dist"), join(folder, "copy")];
  buildSmallSite(site);
  cpSync(site, copy, { recursive: true });
  utimesSync(join(copy, "404.json"), 1, 1);
  writeFileSync(join(copy, "left-behind.txt"), "not in the manifest");
  const first = packSite(site, join(folder, "first.tar.gz"));
  const second = packSite(copy, join(folder, "second.tar.gz"));
  expect(second.sha256).toBe(first.sha256);
  expect(readFileSync(second.file).equals(readFileSync(first.file))).toBe(true);
});

it("writes the checksum beside the tarball in the form that sha256sum checks", () => {
  const { file } = PACKED;
  const sha256 = createHash("sha256").update(readFileSync(file)).digest("hex");
  expect(readFileSync(`${file}.sha256`, "utf8")).toBe(`${sha256}  site.tar.gz\n`);
});

it("holds regular files only, sorted, with one owner and mode", () => {
  const { file } = PACKED;
  const entries: {
    path: string;
    type: string;
    mode: number | undefined;
    uid: number | undefined;
    time: number | undefined;
  }[] = [];
  list({
    file,
    sync: true,
    onReadEntry: ({ path, type, mode, uid, mtime }) =>
      entries.push({ path, type, mode, uid, time: mtime?.getTime() }),
  });
  expect(entries.map(({ path }) => path)).toEqual(entries.map(({ path }) => path).toSorted());
  expect(
    new Set(entries.map(({ type, mode, uid }) => `${type} ${mode?.toString(8)} ${uid ?? "none"}`))
      .size,
  ).toBe(1);
  expect(entries[0]).toMatchObject({ type: "File", mode: 0o644 });

  // Web servers make validators of time and size.
  const files = openSiteFiles(file);
  const contents = new Map<string, Set<string>>();
  for (const { path, time } of entries) {
    const body = files.read(path) ?? Buffer.alloc(0);
    const validator = `${time} ${body.length}`;
    contents.set(validator, (contents.get(validator) ?? new Set()).add(sha256Of(body)));
  }
  expect([...contents.values()].filter(({ size }) => size > 1)).toEqual([]);
  expect(contents.size).toBe(
    new Set(entries.map(({ path }) => sha256Of(files.read(path) ?? Buffer.alloc(0)))).size,
  );
});

it("is read and verified without being unpacked, every spelling included", () => {
  const { file, files } = PACKED;
  expect(verifySite(file)).toMatchObject({ files, missing: [], extra: [], altered: [] });
  const hero = openSiteFiles(file).read("v1/overwatch/heroes/Soldier: 76.json");
  expect(
    hero?.equals(readFileSync(join(inject("realSite"), "v1/overwatch/heroes/soldier-76.json"))),
  ).toBe(true);
});

it("says so when a tarball cannot be read", () => {
  const file = join(temporaryFolder(), "site.tar.gz");
  expect(() => verifySite(file)).toThrow(`${file} does not exist`);
  writeFileSync(file, "no tarball");
  expect(() => verifySite(file)).toThrow(`${file} is no readable tarball`);
});
