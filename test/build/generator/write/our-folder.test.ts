import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  isOurFolder,
  makeOurFolder,
  refuseForeignFolder,
  removeOurFolder,
  unmarkOurFolder,
} from "../../../../build/generator/write/our-folder.ts";
import { temporaryFolder } from "../../../helpers/data.ts";
import { SMALLEST_MANIFEST } from "./manifest.ts";

/** A folder of these files. */
function folderOf(files: Record<string, string | Buffer>) {
  const dir = join(temporaryFolder(), "folder");
  mkdirSync(dir);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(dir, file, ".."), { recursive: true });
    writeFileSync(join(dir, file), text);
  }
  return dir;
}

const MANIFEST = JSON.stringify(SMALLEST_MANIFEST);

describe("a folder is ours where it", () => {
  it("is empty", () => expect(isOurFolder(folderOf({}))).toBe(true));

  it.each([
    ["later", { format: 7, signed: true }],
    ["earlier", { documents: [{ path: "/health", file: "health.json", sha256: "0" }] }],
  ])("holds a site of a %s version", (_, about) => {
    const manifest = JSON.stringify({ ...SMALLEST_MANIFEST, ...about });
    expect(isOurFolder(folderOf({ "manifest.json": manifest, "a.json": "{}" }))).toBe(true);
  });

  it("holds a site whose manifest is damaged, by the compressed form of it", () => {
    const files = { "manifest.json": "{", "manifest.json.gz": gzipSync(MANIFEST) };
    expect(isOurFolder(folderOf(files))).toBe(true);
  });

  it("was made by makeOurFolder, until its mark is taken away", () => {
    const dir = join(temporaryFolder(), "a/b");
    makeOurFolder(dir);
    writeFileSync(join(dir, "half.json"), "{");
    expect(isOurFolder(dir)).toBe(true);
    unmarkOurFolder(dir);
    expect(isOurFolder(dir)).toBe(false);
    expect(readdirSync(dir)).toEqual(["half.json"]);
  });
});

it.each([
  ["something else", { "thesis.txt": "years of work" }],
  ["a browser extension", { "manifest.json": '{ "manifest_version": 3, "version": "1" }' }],
  ["a web app", { "manifest.json": '{ "name": "App", "start_url": "/" }' }],
  ["a manifest that is not an object", { "manifest.json": "[]" }],
  ["a manifest that nobody can read", { "manifest.json": "{" }],
  ["a repository beside a site", { "manifest.json": MANIFEST, ".git/HEAD": "ref" }],
  ["a repository beside our mark", { ".made-by-gamedata": "", ".git/HEAD": "ref" }],
])("a folder is not ours, and stays, where it holds %s", (_, files) => {
  const dir = folderOf(files);
  for (const use of [refuseForeignFolder, removeOurFolder, makeOurFolder]) {
    expect(() => use(dir)).toThrow(dir);
  }
  for (const file of Object.keys(files)) expect(existsSync(join(dir, file))).toBe(true);
});

describe("a name", () => {
  it("that is free is ours to take", () => {
    expect(() => refuseForeignFolder(join(temporaryFolder(), "free"))).not.toThrow();
  });

  it.each<[string, (path: string) => void]>([
    ["a file has", (path) => writeFileSync(path, "text")],
    ["a link that leads nowhere has", (path) => symlinkSync("nowhere", path)],
  ])("that %s is not", (_, make) => {
    const path = join(temporaryFolder(), "taken");
    make(path);
    expect(() => refuseForeignFolder(path)).toThrow(`${path} exists and is not a site`);
  });
});
