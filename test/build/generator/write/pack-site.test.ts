import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { list } from "tar";
import { afterAll, expect, it } from "vitest";
import { sha256Of } from "../../../../build/core/site/digest.ts";
import { openSiteFiles } from "../../../../build/core/site/site-files.ts";
import { verifySite } from "../../../../build/core/site/verify-site.ts";
import { packSite } from "../../../../build/generator/write/tarball.ts";
import { temporaryFolder } from "../../../helpers/data.ts";
import { copyOf, newSite } from "../../cli/deployment/site.ts";

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

type Entry = { path: string; type: string; mode?: number; uid?: number; time?: number };

/**
 * Expects regular files only, sorted, with one owner and mode, and no two contents of the same
 * length at the same time: of both, web servers make validators.
 */
function expectPlainEntries(file: string): void {
  const entries = entriesOf(file);
  expect(entries.map(({ path }) => path)).toEqual(entries.map(({ path }) => path).toSorted());
  expect(
    new Set(entries.map(({ type, mode, uid }) => `${type} ${mode?.toString(8)} ${uid ?? "none"}`))
      .size,
  ).toBe(1);
  expect(entries[0]).toMatchObject({ type: "File", mode: 0o644 });

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
}

function entriesOf(file: string): Entry[] {
  const entries: Entry[] = [];
  list({
    file,
    sync: true,
    onReadEntry: ({ path, type, mode, uid, mtime }) =>
      entries.push({
        path,
        type,
        ...(mode !== undefined && { mode }),
        ...(uid !== undefined && { uid }),
        ...(mtime !== undefined && { time: mtime.getTime() }),
      }),
  });
  return entries;
}
