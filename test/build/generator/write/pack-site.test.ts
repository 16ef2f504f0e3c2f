import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { list, type ReadEntry } from "tar";
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

it("is read and verified without being unpacked, every spelling included", () => {
  const { file, files } = PACKED;
  expect(verifySite(file)).toMatchObject({ files, missing: [], extra: [], altered: [] });
  const hero = openSiteFiles(file).read("v1/overwatch/heroes/Captain Amari.json");
  expect(hero?.equals(readFileSync(join(SITE, "v1/overwatch/heroes/ana.json")))).toBe(true);
});

it("holds regular files only, sorted, with one owner and mode", () => {
  const entries: ReadEntry[] = [];
  list({ file: PACKED.file, sync: true, onReadEntry: (entry) => entries.push(entry) });
  expect(entries.map(({ path }) => path)).toEqual(entries.map(({ path }) => path).toSorted());
  expect(
    new Set(entries.map(({ type, mode, uid }) => `${type} ${mode?.toString(8)} ${uid ?? "none"}`))
      .size,
  ).toBe(1);
  expect(entries[0]).toMatchObject({ type: "File", mode: 0o644 });

  const files = openSiteFiles(PACKED.file);
  // Web servers make validators of length and time, which no two contents have in common.
  const contents = new Map<string, Set<string>>();
  for (const { path, mtime } of entries) {
    const body = files.read(path) ?? Buffer.alloc(0);
    const validator = `${mtime?.getTime()} ${body.length}`;
    contents.set(validator, (contents.get(validator) ?? new Set()).add(sha256Of(body)));
  }
  expect([...contents.values()].filter(({ size }) => size > 1)).toEqual([]);
  expect(contents.size).toBe(
    new Set(entries.map(({ path }) => sha256Of(files.read(path) ?? Buffer.alloc(0)))).size,
  );
});
