import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PACKAGE_DATA } from "../../../../build/core/package.ts";
import { copyOfData, edit, problemsOf } from "../../../helpers/data.ts";
import { copyOfDataBackwards, printedProblems } from "../../data-copies.ts";

it("finds no problem in the real data", () => {
  expect(problemsOf(PACKAGE_DATA)).toEqual([]);
});

/** Breaks four files, each in its own way. */
function breakFourFiles(folder: string) {
  edit(folder, "maps/kings-row.json", (map) => {
    map.mode = "hybird";
  });
  edit(folder, "heroes/ana.json", (hero) => {
    hero.role = "suport";
    hero.notes = "a grandmother";
  });
  edit(folder, "modes.json", (file) => {
    file.modes.pop();
  });
  writeFileSync(join(folder, "roles.json"), '{ "roles": [,] }\n');
}

const FOUR_FILES = `heroes/ana.json
  LINE  role  "suport" is not one of tank, damage, support; did you mean "support"?  (wrong-value)
  LINE  notes  unknown key "notes"; expected only KEYS  (unknown-key)

maps/kings-row.json
  5:3  mode  "hybird" is not one of control, escort, hybrid, push, flashpoint; did you mean "hybrid"?  (wrong-value)

modes.json
  3:3  modes  missing: flashpoint; expected exactly control, escort, hybrid, push, flashpoint  (list-order)

roles.json
  1:13  not valid JSON: , is not allowed here; a comma, colon or bracket before it is missing or extra  (json-syntax)
`;

/**
 * Without lines of the hero, which the length of the real file decides.
 */
function withoutLastLine(printed: string) {
  return printed
    .replace(/\d+:3 {2}(role|notes)/g, "LINE  $1")
    .replace(/(expected only) \$schema.*? {2}\(/, "$1 KEYS  (");
}

it("problems of several files are all printed at once, grouped by file, whatever the order on the disk", () => {
  const folder = copyOfDataBackwards();
  breakFourFiles(folder);
  expect(withoutLastLine(printedProblems(folder))).toBe(FOUR_FILES);
});

it.each(["game.json", "heroes/ana.json", "patches/2026-02-10.json"])(
  "a file that does not parse causes no problem in another file: %s",
  (file) => {
    const folder = copyOfData();
    writeFileSync(join(folder, file), "{}{}\n");
    expect(problemsOf(folder)).toEqual([
      expect.stringContaining(`${file} : not valid JSON: { is not allowed here`),
    ]);
  },
);
