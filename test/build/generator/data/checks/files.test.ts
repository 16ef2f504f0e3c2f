import { cpSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { problemsOf } from "../../../../helpers/data.ts";
import { addPatch, copyOfToday, problemsAfter } from "../../../data-copies.ts";

describe("the name of a file", () => {
  it.each([
    ["heroes/ana.json", "heroes/anna.json", "ana", "anna.json"],
    ["heroes/ana.json", "heroes/Ana.json", "ana", "Ana.json"],
    ["maps/ilios.json", "maps/ilios-ruins.json", "ilios", "ilios-ruins.json"],
    ["patches/2099-01-01.json", "patches/2099-1-1.json", "2099-01-01", "2099-1-1.json"],
  ])("is the id inside it: %s is not %s", (from, to, id, name) => {
    const folder = copyOfToday();
    addPatch(folder, "2099-01-01");
    renameSync(join(folder, from), join(folder, to));
    expect(problemsOf(folder)).toEqual([
      `${to} id: the id is "${id}" but the file is ${name}; rename the file or correct the id`,
    ]);
  });
});

describe("an id", () => {
  it.each([
    ["heroes/ana.json", "heroes/ana2.json", "ana"],
    ["maps/ilios.json", "maps/ilios2.json", "ilios"],
    ["patches/2099-01-01.json", "patches/2099-01-02.json", "2099-01-01"],
  ])("of %s is in no other file", (file, copy, id) => {
    const folder = copyOfToday();
    addPatch(folder, "2099-01-01");
    cpSync(join(folder, file), join(folder, copy));
    expect(problemsOf(folder)).toContain(
      `${copy} id: "${id}" is the id in ${file} too; an id names one thing`,
    );
  });

  it("of an ability is listed once in a kit", () => {
    const problems = problemsAfter({
      "heroes/ana.json": (hero) => {
        hero.abilities.push({ ...hero.abilities[3], name: "Another Rifle" });
      },
    });
    expect(problems).toEqual([
      'heroes/ana.json abilities[5].id: "biotic-rifle" is in this list already, at ' +
        "[3]; list each id once",
    ]);
  });

  it("of a variant is listed once in a map", () => {
    const problems = problemsAfter({
      "maps/ilios.json": (map) => {
        map.variants = [
          { id: "night", name: "Ilios (Night)" },
          { id: "night", name: "Ilios (Late)" },
        ];
      },
    });
    expect(problems).toEqual([
      'maps/ilios.json variants[1].id: "night" is in this list already, at [0]; list ' +
        "each id once",
    ]);
  });

  it("of a mode is listed once", () => {
    const problems = problemsAfter({
      "modes.json": (file) => {
        file.modes[1] = file.modes[0];
      },
    });
    expect(problems).toContain(
      'modes.json modes[1].id: "control" is in this list already, at [0]; list each id once',
    );
  });

  it("of a role is listed once", () => {
    const problems = problemsAfter({
      "roles.json": (file) => {
        file.roles.push({ ...file.roles[0], subroles: [] });
      },
    });
    expect(problems).toContain(
      'roles.json roles[3].id: "tank" is in this list already, at [0]; list each id once',
    );
  });

  it("of a sub-role is listed once in a role", () => {
    const problems = problemsAfter({
      "roles.json": (file) => {
        file.roles[0].subroles.push(file.roles[0].subroles[0]);
      },
    });
    expect(problems).toContain(
      'roles.json roles[0].subroles[3].id: "bruiser" is in this list already, at [0]; ' +
        "list each id once",
    );
  });

  it("of a sub-role is in no other role", () => {
    const problems = problemsAfter({
      "roles.json": (file) => {
        file.roles[1].subroles.unshift(file.roles[0].subroles[0]);
      },
    });
    expect(problems).toContain(
      "roles.json roles: the order is bruiser, initiator, stalwart, bruiser, flanker, " +
        "recon, sharpshooter, specialist, medic, survivor, tactician; " +
        "expected exactly bruiser, initiator, stalwart, flanker, recon, sharpshooter, " +
        "specialist, medic, survivor, tactician",
    );
  });
});
