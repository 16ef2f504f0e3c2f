import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { siteFolder } from "../../build/site-folder.ts";
import { type Content, writeSite } from "../../build/write.ts";
import { temporaryFolder } from "../helpers/data.ts";

/** The files of a folder with their texts. */
function filesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]));
}

/** Contents of one file each. */
function contents(files: Record<string, string>): Content[] {
  return Object.entries(files).map(([file, text]) => ({ body: Buffer.from(text), files: [file] }));
}

/** A folder in a place of its own that holds these files. */
function folderWith(dir: string, files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(dir, file, ".."), { recursive: true });
    writeFileSync(join(dir, file), text);
  }
}

describe("writeSite", () => {
  it("makes the site and every folder above it", () => {
    const parent = temporaryFolder();
    writeSite(join(parent, "a/b/dist"), contents({ "index.html": "start", "v1/games.json": "{}" }));
    expect(filesOf(parent)).toEqual({ "a/b/dist/index.html": "start", "a/b/dist/v1/games.json": "{}" });
  });

  it("writes a content to each of its files", () => {
    const dir = join(temporaryFolder(), "dist");
    writeSite(dir, [{ body: Buffer.from("{}"), files: ["v1/ana.json", "v1/Ana.json", "v1/아나.json"] }]);
    expect(filesOf(dir)).toEqual({ "v1/ana.json": "{}", "v1/Ana.json": "{}", "v1/아나.json": "{}" });
  });

  it("replaces the old site whole, and leaves nothing beside it", () => {
    const parent = temporaryFolder();
    const dir = join(parent, "dist");
    writeSite(dir, contents({ "old.json": "old", "both.json": "old" }));
    writeSite(dir, contents({ "new.json": "new", "both.json": "new" }));
    expect(filesOf(parent)).toEqual({ "dist/new.json": "new", "dist/both.json": "new" });
  });

  it("does not touch the old site before the new one is whole", () => {
    const dir = join(temporaryFolder(), "dist");
    writeSite(dir, contents({ "a.json": "old", "b.json": "old" }));
    const seen: Record<string, string>[] = [];
    const watched = function* (): Generator<Content> {
      for (const content of contents({ "a.json": "new", "b.json": "new" })) {
        yield content;
        seen.push(filesOf(dir));
      }
    };
    writeSite(dir, watched());
    expect(seen).toEqual([
      { "a.json": "old", "b.json": "old" },
      { "a.json": "old", "b.json": "old" },
    ]);
    expect(filesOf(dir)).toEqual({ "a.json": "new", "b.json": "new" });
  });

  it("leaves the old site as it is where the contents fail", () => {
    const dir = join(temporaryFolder(), "dist");
    writeSite(dir, contents({ "a.json": "old" }));
    const failing = function* (): Generator<Content> {
      yield { body: Buffer.from("new"), files: ["a.json"] };
      throw new Error("the disk of the reader is gone");
    };
    expect(() => writeSite(dir, failing())).toThrow("the disk of the reader is gone");
    expect(filesOf(dir)).toEqual({ "a.json": "old" });
  });

  it("refuses to write one file twice", () => {
    const dir = join(temporaryFolder(), "dist");
    const twice = [...contents({ "a.json": "one" }), ...contents({ "a.json": "two" })];
    expect(() => writeSite(dir, twice)).toThrow("EEXIST");
    expect(existsSync(dir)).toBe(false);
  });
});

describe("what a killed build leaves", () => {
  /** The id of a process that has ended. */
  const deadPid = () => spawnSync(process.execPath, ["--version"]).pid;

  it("is removed by the next build: its half-written site", () => {
    const parent = temporaryFolder();
    folderWith(join(parent, `dist.building-${deadPid()}`), { "v1/half.json": "{" });
    writeSite(join(parent, "dist"), contents({ "a.json": "new" }));
    expect(filesOf(parent)).toEqual({ "dist/a.json": "new" });
  });

  it("is not confused with the half-written site of a build that runs", () => {
    const parent = temporaryFolder();
    folderWith(join(parent, `dist.building-${process.ppid}`), { "half.json": "{" });
    writeSite(join(parent, "dist"), contents({ "a.json": "new" }));
    expect(filesOf(parent)).toEqual({ "dist/a.json": "new", [`dist.building-${process.ppid}/half.json`]: "{" });
  });

  it("is not confused with what stands beside it by another name", () => {
    const parent = temporaryFolder();
    const others = { [`site.building-${deadPid()}/a`]: "", "dist.previously/a": "", "dist2/a": "", "README.md": "" };
    folderWith(parent, others);
    writeSite(join(parent, "dist"), contents({ "a.json": "new" }));
    expect(filesOf(parent)).toEqual({ ...others, "dist/a.json": "new" });
  });

  it("is served until the next build, where it died in the swap", () => {
    const parent = temporaryFolder();
    folderWith(join(parent, "dist.previous"), { "a.json": "old" });
    expect(siteFolder(join(parent, "dist"))).toBe(join(parent, "dist.previous"));
  });

  it("is put back by the next build, where it died in the swap", () => {
    const parent = temporaryFolder();
    const dir = join(parent, "dist");
    folderWith(`${dir}.previous`, { "a.json": "old" });
    const seen: Record<string, string>[] = [];
    const watched = function* (): Generator<Content> {
      seen.push(filesOf(parent));
      yield { body: Buffer.from("new"), files: ["a.json"] };
    };
    writeSite(dir, watched());
    expect(seen).toEqual([{ "dist/a.json": "old" }]);
    expect(filesOf(parent)).toEqual({ "dist/a.json": "new" });
  });

  it("is removed where the new site stood already in its place", () => {
    const parent = temporaryFolder();
    folderWith(join(parent, "dist"), { "a.json": "newer" });
    folderWith(join(parent, "dist.previous"), { "a.json": "old" });
    writeSite(join(parent, "dist"), contents({ "a.json": "newest" }));
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
