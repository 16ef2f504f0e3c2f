import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Content, singleFile } from "../../../../build/core/site/site.ts";
import { siteFolder } from "../../../../build/core/site/site-folder.ts";
import { makeOurFolder } from "../../../../build/generator/write/our-folder.ts";
import { type Written, writeSite } from "../../../../build/generator/write/write-site.ts";
import { temporaryFolder } from "../../../helpers/data.ts";
import { SMALLEST_MANIFEST } from "./manifest.ts";

const MANIFEST = { "manifest.json": JSON.stringify(SMALLEST_MANIFEST) };

/** The files of a folder with their texts, but for the compressed siblings. */
function filesOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name));
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]),
  );
}

/** Contents of one file each. */
function contents(files: Record<string, string>): Content[] {
  return Object.entries(files).map(([file, text]) => singleFile(file, Buffer.from(text)));
}

/** Writes a site of these contents. */
async function write(dir: string, contents: Iterable<Content>): Promise<Written> {
  return writeSite(dir, (take) => {
    for (const content of contents) take(content);
  });
}

/** A folder in a place of its own that holds these files. */
function folderWith(dir: string, files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(dir, file, ".."), { recursive: true });
    writeFileSync(join(dir, file), text);
  }
}

/** The contents of a site: these files and the manifest that each has. */
function siteOf(files: Record<string, string>): Content[] {
  return contents({ ...files, ...MANIFEST });
}

describe("writeSite", () => {
  it("makes the site and every folder above it", async () => {
    const parent = temporaryFolder();
    await write(
      join(parent, "a/b/dist"),
      contents({ "index.html": "start", "v1/games.json": "{}" }),
    );
    expect(filesOf(parent)).toEqual({
      "a/b/dist/index.html": "start",
      "a/b/dist/v1/games.json": "{}",
    });
  });

  it("writes a content to each of its files", async () => {
    const dir = join(temporaryFolder(), "dist");
    await write(dir, [
      {
        ...singleFile("v1/ana.json", Buffer.from("{}")),
        files: ["v1/ana.json", "v1/Ana.json", "v1/아나.json"],
      },
    ]);
    expect(filesOf(dir)).toEqual({
      "v1/ana.json": "{}",
      "v1/Ana.json": "{}",
      "v1/아나.json": "{}",
    });
  });

  it("gives each file the time of its content, on every machine the same", async () => {
    const folder = temporaryFolder();
    await write(join(folder, "a"), contents({ "one.json": "1", "two.json": "2" }));
    await write(join(folder, "b"), contents({ "other.json": "1", "one.json": "3" }));
    const timeOf = (file: string) => statSync(join(folder, file)).mtime.toISOString();

    expect(timeOf("a/one.json")).toBe(timeOf("b/other.json"));
    expect(new Set(["a/one.json", "a/two.json", "b/one.json"].map(timeOf)).size).toBe(3);
    expect(timeOf("a/one.json")).not.toBe(timeOf("a/one.json.br"));
  });

  it.each(["dist", "dist/", "./dist", "x/../dist"])(
    "replaces the old site whole, and leaves nothing beside it: %s",
    async (name) => {
      const parent = temporaryFolder();
      await write(join(parent, "dist"), siteOf({ "old.json": "old", "both.json": "old" }));
      await write(`${parent}/${name}`, siteOf({ "new.json": "new", "both.json": "new" }));
      expect(filesOf(join(parent, "dist"))).toEqual({
        "new.json": "new",
        "both.json": "new",
        ...MANIFEST,
      });
      expect(readdirSync(parent)).toEqual(["dist"]);
    },
  );

  it("does not touch the old site before the new one is whole", async () => {
    const dir = join(temporaryFolder(), "dist");
    await write(dir, siteOf({ "a.json": "old" }));
    const seen: Record<string, string>[] = [];
    const watched = function* (): Generator<Content> {
      for (const content of siteOf({ "a.json": "new" })) {
        yield content;
        seen.push(filesOf(dir));
      }
    };
    await write(dir, watched());
    const old = { "a.json": "old", ...MANIFEST };
    expect(seen).toEqual([old, old]);
    expect(filesOf(dir)).toEqual({ "a.json": "new", ...MANIFEST });
  });

  it("leaves the old site as it is, and nothing beside it, where the contents fail", async () => {
    const parent = temporaryFolder();
    const dir = join(parent, "dist");
    await write(dir, siteOf({ "a.json": "old" }));
    const failing = function* (): Generator<Content> {
      yield singleFile("a.json", Buffer.from("new"));
      throw new Error("the disk of the reader is gone");
    };
    await expect(write(dir, failing())).rejects.toThrow("the disk of the reader is gone");
    expect(filesOf(dir)).toEqual({ "a.json": "old", ...MANIFEST });
    expect(readdirSync(parent)).toEqual(["dist"]);
  });

  it("leaves the old site alone where a file cannot be written; then writes again", async () => {
    const parent = temporaryFolder();
    const dir = join(parent, "dist");
    await write(dir, siteOf({ "a.json": "old" }));
    await expect(
      write(dir, siteOf({ "a.json": "new", "a.json/b.json": "new" })),
    ).rejects.toMatchObject({
      code: expect.stringMatching(/^(EEXIST|ENOTDIR)$/),
      syscall: expect.any(String),
    });
    expect(filesOf(dir)).toEqual({ "a.json": "old", ...MANIFEST });
    expect(readdirSync(parent)).toEqual(["dist"]);
    await write(dir, siteOf({ "a.json": "newer" }));
    expect(filesOf(dir)).toEqual({ "a.json": "newer", ...MANIFEST });
  });

  it("leaves a folder of other people's as it is where one is in the way of the swap", async () => {
    const parent = temporaryFolder();
    const dir = join(parent, "dist");
    const others = { "dist.previous/thesis.txt": "years of work" };
    folderWith(parent, others);
    await expect(write(dir, siteOf({}))).rejects.toThrow(
      `${dir}.previous exists and is no site; name another folder, or empty this one first`,
    );
    expect(filesOf(parent)).toEqual(others);
  });

  it("leaves other people's folder, also one named like what a killed build leaves", async () => {
    const parent = temporaryFolder();
    const others = { "dist.building-1000000000/thesis.txt": "years of work" };
    folderWith(parent, others);
    await write(join(parent, "dist"), contents({ "a.json": "new" }));
    expect(filesOf(parent)).toEqual({ ...others, "dist/a.json": "new" });
  });

  it("takes an empty folder", async () => {
    const dir = join(temporaryFolder(), "dist");
    mkdirSync(dir);
    await write(dir, siteOf({}));
    expect(filesOf(dir)).toEqual(MANIFEST);
  });

  it("refuses a folder that holds something else than a site", async () => {
    const parent = temporaryFolder();
    folderWith(parent, { "docs/thesis.txt": "years of work" });
    await expect(write(join(parent, "docs"), siteOf({}))).rejects.toThrow(
      `${join(parent, "docs")} exists and is no site; name another folder, or empty this one first`,
    );
    expect(filesOf(parent)).toEqual({ "docs/thesis.txt": "years of work" });
  });

  it("refuses a file", async () => {
    const parent = temporaryFolder();
    folderWith(parent, { thesis: "years of work" });
    await expect(write(join(parent, "thesis"), siteOf({}))).rejects.toThrow(
      `${join(parent, "thesis")} exists and is no site; name another folder, or empty this ` +
        "one first",
    );
    expect(filesOf(parent)).toEqual({ thesis: "years of work" });
  });
});

describe("what a killed build leaves", () => {
  /** The id of a process that has ended. */
  const deadPid = () => spawnSync(process.execPath, ["--version"]).pid;

  it("is removed by the next build: its half-written site", async () => {
    const parent = temporaryFolder();
    const staging = join(parent, `dist.building-${deadPid()}`);
    makeOurFolder(staging);
    folderWith(staging, { "v1/half.json": "{" });
    await write(join(parent, "dist"), contents({ "a.json": "new" }));
    expect(filesOf(parent)).toEqual({ "dist/a.json": "new" });
  });

  it("is not confused with the half-written site of a build that runs", async () => {
    const parent = temporaryFolder();
    folderWith(join(parent, `dist.building-${process.ppid}`), { "half.json": "{" });
    await write(join(parent, "dist"), contents({ "a.json": "new" }));
    expect(filesOf(parent)).toEqual({
      "dist/a.json": "new",
      [`dist.building-${process.ppid}/half.json`]: "{",
    });
  });

  it("is not confused with what stands beside it by another name", async () => {
    const parent = temporaryFolder();
    const others = {
      [`site.building-${deadPid()}/a`]: "",
      "dist.previously/a": "",
      "dist2/a": "",
      "README.md": "",
    };
    folderWith(parent, others);
    await write(join(parent, "dist"), contents({ "a.json": "new" }));
    expect(filesOf(parent)).toEqual({ ...others, "dist/a.json": "new" });
  });

  it("is served until the next build, where it died in the swap", () => {
    const parent = temporaryFolder();
    folderWith(join(parent, "dist.previous"), { "a.json": "old" });
    expect(siteFolder(join(parent, "dist"))).toBe(join(parent, "dist.previous"));
  });

  it("is put back by the next build, where it died in the swap", async () => {
    const parent = temporaryFolder();
    const dir = join(parent, "dist");
    folderWith(`${dir}.previous`, { "a.json": "old", ...MANIFEST });
    const seen: Record<string, string>[] = [];
    const watched = function* (): Generator<Content> {
      seen.push(filesOf(parent));
      yield singleFile("a.json", Buffer.from("new"));
    };
    await write(dir, watched());
    expect(seen).toEqual([
      {
        "dist/a.json": "old",
        "dist/manifest.json": MANIFEST["manifest.json"],
        [`dist.building-${process.pid}/.made-by-gamedata`]: expect.any(String),
      },
    ]);
    expect(filesOf(parent)).toEqual({ "dist/a.json": "new" });
  });

  it("is removed where the new site stood already in its place", async () => {
    const parent = temporaryFolder();
    folderWith(join(parent, "dist"), { "a.json": "newer", ...MANIFEST });
    folderWith(join(parent, "dist.previous"), { "a.json": "old", ...MANIFEST });
    await write(join(parent, "dist"), contents({ "a.json": "newest" }));
    expect(filesOf(parent)).toEqual({ "dist/a.json": "newest" });
  });
});

describe("siteFolder", () => {
  it("is the folder itself where it exists", () => {
    const parent = temporaryFolder();
    folderWith(parent, { "dist/a.json": "new", "dist.previous/a.json": "old" });
    expect(siteFolder(join(parent, "dist"))).toBe(join(parent, "dist"));
  });

  it("is the folder itself where there is no old one either", () => {
    const dir = join(temporaryFolder(), "dist");
    expect(siteFolder(dir)).toBe(dir);
  });
});
