import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PACKAGE_ROOT } from "../build/core/package.ts";
import { CLIENTS } from "./clients/clients.mjs";

const read = (file: string) => readFileSync(join(PACKAGE_ROOT, file), "utf8");

/** The rows of the guide's table: generator, language, and the result. */
const rows = read("build/generator/pages/guides/generated-clients.md")
  .split("\n")
  .filter((line) => /^\| (?!generator)\w|^\| @/.test(line))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

describe("the table of generators in the guide for clients", () => {
  it("has a green row for each client that CI makes and calls, and no other green row", () => {
    const green = rows.filter((cells) => cells.at(-1) === "yes");
    const isGreen = (cell: string) => cell === "yes" || /^below .* \(\d\)$/.test(cell);
    for (const cells of green)
      expect([cells, cells.slice(3).every(isGreen)]).toEqual([cells, true]);
    const named = green.map(([generator = "", language]) => {
      const [tool = ""] = generator.replace(/^@(\w[\w-]*)\/.*/, "$1").split(/[ ,]/);
      return `${tool}, ${language}`;
    });
    const made = CLIENTS.map(({ tool, language }) => `${tool}, ${language}`);
    expect(named.toSorted()).toEqual(made.toSorted());
  });

  it("explains every row that is not green, and names every language that was asked for", () => {
    const guide = read("build/generator/pages/guides/generated-clients.md");
    for (const cells of rows.filter((one) => one.slice(3).some((cell) => cell !== "yes"))) {
      const note = /\((\d)\)/.exec(cells.join())?.[1];
      expect([cells, guide.includes(`\n${note}. `)]).toEqual([cells, true]);
    }
    for (const language of ["TypeScript", "Python", "Go", "Java", "Kotlin", "Rust", "C#"])
      expect(rows.map(([, one]) => one)).toContain(language);
  });

  it("is made by CI, with the versions that are pinned", () => {
    expect(read(".ci/run")).toMatch(/^npm run -s clients$/m);
    const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(
      read("test/clients/package.json"),
    );
    const isExact = (version: string) => /^(npm:\w+@)?\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version);
    expect(Object.values(devDependencies).filter((version) => !isExact(version))).toEqual([]);
  });
});
