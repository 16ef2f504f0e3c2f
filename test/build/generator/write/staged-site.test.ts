import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { ManifestSchema } from "../../../../build/core/schema/manifest.ts";
import { Site, singleFile } from "../../../../build/core/site/site.ts";
import { toJson } from "../../../../build/generator/documents/json.ts";
import { writeSite } from "../../../../build/generator/write/write-site.ts";
import { ABOUT } from "../../../attack/tiny-site.ts";
import { filesOf, temporaryFolder } from "../../../helpers/data.ts";

const HERO = "v1/ana.json";
const GAMES = "v1/games.json";

/** Writes a site of a hero under three names, another document and a manifest. */
function write(out: string, hero = "{}") {
  return writeSite(out, (add) => {
    const site = new Site((content) => add(content));
    site.addDocument("/v1/games", "[]");
    site.addDocument("/v1/ana", hero, ["/v1/Ana", "/v1/아나"]);
    const manifest = toJson(ManifestSchema, site.manifest(ABOUT)).text;
    add(singleFile("manifest.json", Buffer.from(manifest)));
  });
}

function newSite(hero?: string) {
  const out = join(temporaryFolder(), "dist");
  write(out, hero);
  return out;
}

const inodeOf = (out: string, file: string) => statSync(join(out, file)).ino;

it("the same site leaves every file as it is, and says so", () => {
  const out = newSite();
  const before = statSync(join(out, HERO));
  expect(write(out)).toMatchObject({ files: 15, isUnchanged: true });
  const { ino, mtimeMs, ctimeMs } = statSync(join(out, HERO));
  expect([ino, mtimeMs, ctimeMs]).toEqual([before.ino, before.mtimeMs, before.ctimeMs]);
});

it.each<[string, (out: string) => void]>([
  ["altered", (out) => writeFileSync(join(out, HERO), "other")],
  ["altered under another name", (out) => writeFileSync(join(out, "v1/아나.json"), "other")],
  ["missing", (out) => rmSync(join(out, `${HERO}.br`))],
  ["missing under another name", (out) => rmSync(join(out, "v1/Ana.json.gz"))],
  [
    "compressed with another content",
    (out) => writeFileSync(join(out, `${HERO}.gz`), gzipSync("1")),
  ],
  ["not compressed", (out) => writeFileSync(join(out, `${HERO}.gz`), "{}")],
  ["extra", (out) => writeFileSync(join(out, "extra.json"), "{}")],
])("makes the site whole again where a file is %s", (_, damage) => {
  const out = newSite();
  const whole = filesOf(out);
  rmSync(join(out, HERO)); // the names of a document are links, which damage would change at once
  writeFileSync(join(out, HERO), "{}");
  damage(out);
  expect(write(out)).toMatchObject({ isUnchanged: false });
  expect(filesOf(out)).toEqual(whole);
});

it("another site gives the bytes of an empty place, and what is the same is linked", () => {
  const out = newSite("{}");
  const files = [GAMES, HERO, "manifest.json"];
  const before = files.map((file) => inodeOf(out, file));
  write(out, '{"id":"ana"}');

  expect(filesOf(out)).toEqual(filesOf(newSite('{"id":"ana"}')));
  expect(files.map((file, at) => inodeOf(out, file) === before[at])).toEqual([true, false, false]);
});

it("the manifest has a file of its own each time, by which readers notice the new site", () => {
  const out = newSite();
  const before = ["manifest.json", GAMES].map((file) => inodeOf(out, file));
  rmSync(join(out, HERO)); // so that it is written again, with the same manifest
  write(out);
  const after = ["manifest.json", GAMES].map((file) => inodeOf(out, file));
  expect(after).toEqual([expect.not.toSatisfy((ino) => ino === before[0]), before[1]]);
});

it("siblings that another version of Node made are used again if they decode alike", () => {
  const out = newSite();
  const other = gzipSync("[]", { level: 1, memLevel: 1 });
  writeFileSync(join(out, `${GAMES}.gz`), other);
  expect(write(out)).toMatchObject({ isUnchanged: true });
  write(out, "[1]");
  expect(readFileSync(join(out, `${GAMES}.gz`)).equals(other)).toBe(true);
});
