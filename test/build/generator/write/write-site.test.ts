import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Content, singleFile } from "../../../../build/core/site/site.ts";
import { makeOurFolder } from "../../../../build/generator/write/our-folder.ts";
import { writeSite } from "../../../../build/generator/write/write-site.ts";
import { temporaryFolder } from "../../../helpers/data.ts";
import { SMALLEST_MANIFEST } from "./manifest.ts";

const MANIFEST = { "manifest.json": JSON.stringify(SMALLEST_MANIFEST) };

/** The files of a folder with their texts, but for the compressed siblings. */
function filesOf(folder: string) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name));
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]),
  );
}

/** Contents of one file each. */
function contents(files: Record<string, string>) {
  return Object.entries(files).map(([file, text]) => singleFile(file, Buffer.from(text)));
}

/** Writes a site of these contents. */
function write(dir: string, all: Iterable<Content>) {
  return writeSite(dir, (add) => {
    for (const content of all) add(content);
  });
}

/** The contents of a site: these files and the manifest that each has. */
const siteOf = (files: Record<string, string>) => contents({ ...files, ...MANIFEST });

/** A folder in a place of its own that holds these files. */
function folderWith(files: Record<string, string>) {
  const dir = temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(dir, file, ".."), { recursive: true });
    writeFileSync(join(dir, file), text);
  }
  return dir;
}

/** A folder with a site in `dist`. */
function folderWithSite() {
  const old = { "a.json": "old", ...MANIFEST };
  const parent = temporaryFolder();
  write(join(parent, "dist"), contents(old));
  return { parent, dir: join(parent, "dist"), old };
}

describe("writeSite", () => {
  it("makes the site and every folder above it, and each file of a content", () => {
    const parent = temporaryFolder();
    const ana = singleFile("v1/ana.json", Buffer.from("{}"));
    const files = ["v1/ana.json", "v1/Ana.json", "v1/아나.json"];
    write(join(parent, "a/b/dist"), [...contents({ "index.html": "start" }), { ...ana, files }]);
    expect(filesOf(parent)).toEqual({
      "a/b/dist/index.html": "start",
      ...Object.fromEntries(files.map((file) => [`a/b/dist/${file}`, "{}"])),
    });
  });

  it("gives each file the time of its content, on every machine the same", () => {
    const folder = temporaryFolder();
    write(join(folder, "a"), contents({ "one.json": "1", "two.json": "2" }));
    write(join(folder, "b"), contents({ "other.json": "1", "one.json": "3" }));
    const timeOf = (file: string) => statSync(join(folder, file)).mtime.toISOString();

    expect(timeOf("a/one.json")).toBe(timeOf("b/other.json"));
    expect(new Set(["a/one.json", "a/two.json", "b/one.json"].map(timeOf)).size).toBe(3);
    expect(timeOf("a/one.json")).not.toBe(timeOf("a/one.json.br"));
  });

  it.each(["dist/", "x/../dist"])(
    "replaces the old site whole, and leaves nothing beside it: %s",
    (name) => {
      const parent = temporaryFolder();
      write(join(parent, "dist"), siteOf({ "old.json": "old", "both.json": "old" }));
      write(`${parent}/${name}`, siteOf({ "new.json": "new", "both.json": "new" }));
      expect(filesOf(join(parent, "dist"))).toEqual({
        "new.json": "new",
        "both.json": "new",
        ...MANIFEST,
      });
      expect(readdirSync(parent)).toEqual(["dist"]);
    },
  );

  it("leaves the old site as it is, and nothing beside it, where the contents fail", () => {
    const { parent, dir, old } = folderWithSite();
    const failing = function* () {
      yield singleFile("a.json", Buffer.from("new"));
      throw new Error("the disk of the reader is gone");
    };
    expect(() => write(dir, failing())).toThrow("the disk of the reader is gone");
    expect(filesOf(dir)).toEqual(old);
    expect(readdirSync(parent)).toEqual(["dist"]);
  });

  it("refuses a folder in the way of the swap, which stays as it is", () => {
    const thesis = { "dist.previous/thesis.txt": "years of work" };
    const parent = folderWith(thesis);
    expect(() => write(join(parent, "dist"), siteOf({}))).toThrow(
      `${join(parent, "dist.previous")} exists and is not a site; choose another folder or ` +
        "empty this one first",
    );
    expect(filesOf(parent)).toEqual(thesis);
  });
});

describe("what a killed build leaves", () => {
  /** The id of a process that has ended. */
  const deadPid = () => spawnSync(process.execPath, ["--version"]).pid;

  it("is removed by the next build: its half-written site", () => {
    const parent = temporaryFolder();
    const staging = join(parent, `dist.building-${deadPid()}`);
    makeOurFolder(staging);
    writeFileSync(join(staging, "half.json"), "{");
    write(join(parent, "dist"), contents({ "a.json": "new" }));
    expect(filesOf(parent)).toEqual({ "dist/a.json": "new" });
  });

  it.each([
    ["the half-written site of a build that runs", `dist.building-${process.ppid}/half.json`],
    ["other people's folder of such a name", "dist.building-1000000000/thesis.txt"],
    ["other names", "dist.previously/a"],
  ])("is not confused with %s: %s", (_, file) => {
    const parent = folderWith({ [file]: "{" });
    write(join(parent, "dist"), contents({ "a.json": "new" }));
    expect(filesOf(parent)).toEqual({ [file]: "{", "dist/a.json": "new" });
  });

  it("is put back by the next build, where it died in the swap", () => {
    const parent = folderWith({
      "dist.previous/a.json": "old",
      "dist.previous/manifest.json": MANIFEST["manifest.json"],
    });
    const seen: Record<string, string>[] = [];
    const watched = function* () {
      seen.push(filesOf(parent));
      yield singleFile("a.json", Buffer.from("new"));
    };
    write(join(parent, "dist"), watched());
    expect(seen).toEqual([
      {
        "dist/a.json": "old",
        "dist/manifest.json": MANIFEST["manifest.json"],
        [`dist.building-${process.pid}/.made-by-gamedata`]: expect.any(String),
      },
    ]);
    expect(filesOf(parent)).toEqual({ "dist/a.json": "new" });
  });
});
