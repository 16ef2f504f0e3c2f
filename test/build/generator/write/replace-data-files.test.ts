import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  finishUpdate,
  replaceFiles,
} from "../../../../build/generator/write/replace-data-files.ts";
import { contents, NEW, OLD, oldFolder } from "./data-to-replace.ts";

describe("files that are replaced together", () => {
  it("hold the new texts, and nothing is left beside them", () => {
    const dir = oldFolder();
    replaceFiles(dir, new Map(Object.entries(NEW)));
    expect(contents(dir)).toEqual(NEW);
  });

  it("stay as they were where one of them cannot be written", () => {
    const dir = oldFolder();
    const texts = { ...NEW, "maps/ilios.json": "there is no folder maps" };
    expect(() => replaceFiles(dir, new Map(Object.entries(texts)))).toThrow("ENOENT");
    expect(contents(dir)).toEqual(OLD);
  });

  it("never stand outside of the folder", () => {
    const dir = oldFolder();
    writeFileSync(join(dir, ".unfinished-update"), '["../../thesis.json"]');
    expect(() => finishUpdate(dir)).toThrow();
    expect(existsSync(join(dir, "../../thesis.json"))).toBe(false);
  });
});
