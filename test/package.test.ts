import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { extract } from "tar";
import { expect, it } from "vitest";
import { PACKAGE_ROOT } from "../build/package.ts";
import { temporaryFolder } from "./helpers/data.ts";

/** What `npm install` of the packed package gives, its dependencies beside it. */
function installed(): string {
  const folder = temporaryFolder();
  const packed = execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], {
    cwd: PACKAGE_ROOT,
    encoding: "utf8",
  });
  extract({ file: join(folder, packed.trim()), cwd: folder, sync: true });
  symlinkSync(join(PACKAGE_ROOT, "node_modules"), join(folder, "node_modules"));
  return join(folder, "package");
}

it("works where it is installed, with the data in it", () => {
  const root = installed();
  const out = join(root, "..", "site");
  const gamedata = (...args: string[]) =>
    execFileSync(process.execPath, [join(root, ".compiled/gamedata.js"), ...args], {
      cwd: join(root, ".."),
      encoding: "utf8",
    });
  expect(gamedata("check")).toContain("54 heroes, 31 maps, 44 patches");
  expect(gamedata("build", "--out", out)).toContain("as of patch 2026-10-06");
  expect(gamedata("verify", out)).toContain("agree with the manifest");
  expect(readFileSync(join(out, "guides/first-call.html"), "utf8")).toContain("<h1>First call</h1>");
  expect(readFileSync(join(out, "assets/openapi-explorer.js"), "utf8")).toContain("openapi-explorer");
});

it("holds the program, the data and their papers, and neither tests nor sources", () => {
  const root = installed();
  expect(readdirSync(root).sort()).toEqual([".compiled", "LICENSE", "README.md", "build", "gamedata", "package.json"]);
  const guides = readdirSync(join(root, "build"), { recursive: true, encoding: "utf8" });
  expect(guides.filter((file) => !/^pages(\/guides(\/[a-z-]+\.md)?)?$/.test(file))).toEqual([]);
  expect(existsSync(join(root, "gamedata/heroes/ana.json"))).toBe(true);
});
