import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PACKAGE_ROOT } from "../build/core/package.ts";

/** The folders right below one of the repository. */
function foldersOf(folder: string) {
  return readdirSync(join(PACKAGE_ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

describe("the README", () => {
  it("is short, and names files that are there", () => {
    const text = readFileSync(join(PACKAGE_ROOT, "README.md"), "utf8");
    expect(Buffer.byteLength(text)).toBeLessThan(8_192);
    for (const [, file = ""] of text.matchAll(/\]\(([\w./-]+\.md)\)/g)) {
      expect(readFileSync(join(PACKAGE_ROOT, file), "utf8")).not.toBe("");
    }
  });

  it.each(["build", "proxy"])("has every folder of %s in its map", (folder) => {
    const text = readFileSync(join(PACKAGE_ROOT, "README.md"), "utf8");
    const [map = ""] = new RegExp(`^${folder}/ .*\n(  .*\n)+`, "m").exec(text) ?? [];
    const folders = [...map.matchAll(/^ {2}([\w-]+)\/ /gm)].map(([, name]) => name);
    expect(folders.sort()).toEqual(foldersOf(folder).sort());
  });
});
