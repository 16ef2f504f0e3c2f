import { describe, expect, it } from "vitest";
import { edit, problemsOf } from "../../../../helpers/data.ts";
import {
  addPatch,
  copyOfToday,
  NEW_PATCH_FILE,
  problemsOfChanges,
  smallData,
  writeJson,
} from "../../../data-copies.ts";

const TARGET = "heroes/ana/health/standard";

type Health = { standard: number; armor: number; shields: number };

const health = (standard: number, armor = 0, shields = 0): Health => ({ standard, armor, shields });

/** The small data with this health of Ana today, and these changes, each in a patch of its day. */
function problemsOfHealth(today: Health, ...changes: object[]) {
  const folder = smallData();
  edit(folder, "heroes/ana.json", (hero) => {
    hero.health = today;
  });
  for (const [at, change] of changes.entries())
    addPatch(folder, `2099-01-0${at + 1}`, [{ target: TARGET, ...change }]);
  return problemsOf(folder);
}

/** What is said of the patch of a day, which leads to a value, where something else follows. */
const broken = (day: number, to: number, next: string) =>
  `patches/2099-01-0${day}.json changes[0].to: the record of ${TARGET} does not join: patch ` +
  `2099-01-0${day} leads to ${to}, but ${next}; correct the one that is wrong`;

describe("a chain of changes", () => {
  it("is broken where the newest to is not the value of today", () => {
    expect(problemsOfHealth(health(250), { from: 225, to: 275 })).toEqual([
      broken(1, 275, "the data of today says 250"),
    ]);
  });

  it("is reported at each place where it is broken, an older to that is not the next from", () => {
    const changes = [
      { from: 250, to: 275 },
      { from: 280, to: 300 },
    ];
    const older = broken(1, 275, "patch 2099-01-02 starts from 280");
    expect(problemsOfHealth(health(300), ...changes)).toEqual([older]);
    expect(problemsOfHealth(health(301), ...changes)).toEqual([
      broken(2, 300, "the data of today says 301"),
      older,
    ]);
  });

  it("joins a change of the whole with an older change of its part, or is broken", () => {
    const whole = { target: "heroes/ana/health", from: health(250), to: health(200, 50) };
    const of = (to: number) => problemsOfHealth(health(200, 50), { from: 225, to }, whole);
    expect(of(250)).toEqual([]);
    expect(of(240)).toEqual([broken(1, 240, "patch 2099-01-02 starts from 250")]);
  });

  it("may break where the newer change says why, though the files hold the value", () => {
    const changes = [
      { from: 250, to: 275 },
      { from: 280, to: 300, breaks: "the notes of this patch print 280" },
    ];
    expect(problemsOfHealth(health(300), ...changes)).toEqual([]);
  });
});

describe("a thing that a patch adds", () => {
  const harbor = { id: "harbor", name: "Harbor", mode: "push" };
  const file = {
    $schema: "../schemas/map.json",
    ...harbor,
    aliases: [],
    variants: [],
    sources: [{ url: "https://example.org", date: "2026-10" }],
  };

  it("is reported where the thing of today differs", () => {
    const folder = smallData();
    writeJson(folder, "maps/harbor.json", { ...file, mode: "escort" });
    addPatch(folder, "2099-01-01", [{ target: "maps/harbor", to: harbor }]);
    expect(problemsOf(folder)).toEqual([
      "patches/2099-01-01.json changes[0].to: the record of maps/harbor/mode does not join: " +
        'patch 2099-01-01 leads to "push", but the data of today says "escort"; ' +
        "correct the one that is wrong",
    ]);
  });

  it("is reported where its whole is not on record and today's data does not have it", () => {
    expect(problemsOfChanges({ target: "maps/harbor", to: true })).toEqual([
      `${NEW_PATCH_FILE} changes[0].to: the record of maps/harbor does not join: patch ` +
        "2099-01-01 leads to true, but the data of today says nothing; correct the one that " +
        "is wrong",
    ]);
  });
});

it("a thing that a patch removes is reported at its place in today's data", () => {
  const from = { id: "ilios", name: "Ilios", mode: "control" };
  expect(problemsOfChanges({ target: "maps/ilios", from })).toContain(
    `${NEW_PATCH_FILE} changes[0].target: the record of maps/ilios does not join: patch ` +
      "2099-01-01 leads to nothing, but the data of today says " +
      '{"id":"ilios","name":"Ilios","mode":"control"}; correct the one that is wrong',
  );
});

describe("an earlier state", () => {
  const before = "walking the record back to this patch gives an impossible state: ";

  /** The real data where a patch before the newest one is the first that is wrong. */
  function problemsBefore(...changes: object[]) {
    const folder = smallData();
    addPatch(folder, "2099-01-01");
    addPatch(folder, "2099-01-02", changes);
    return problemsOf(folder);
  }

  it("has a kit in the right order", () => {
    const problems = problemsBefore({
      target: "heroes/ana/abilities/nano-boost/kind",
      from: "ability",
      to: "ultimate",
    });
    expect(problems).toEqual([
      `patches/2099-01-01.json : ${before}heroes/ana: Ultimate is "nano-boost" of kind ` +
        '"ability"; expected kind "ultimate": the first three are Ability 1, Ability 2 and ' +
        "Ultimate",
    ]);
  });

  it("is not judged where it is from before historyFrom", () => {
    const folder = smallData();
    edit(folder, "heroes/ana.json", (hero) => Object.assign(hero, { health: health(250) }));
    addPatch(folder, "2098-12-01");
    addPatch(folder, "2099-01-01", [{ target: TARGET, from: 0, to: 250 }]);
    expect(problemsOf(folder)).toEqual([]);
  });

  it.each([
    ["heroes/zenyatta", "names/en", "WINSTON", "Zenyatta"],
    ["heroes/zenyatta", "names/en", "winston (alias)", "Zenyatta"],
    ["maps/nepal", "name", "ILIOS", "Nepal"],
    ["maps/nepal", "name", "ilios-night", "Nepal"],
  ])("has no name that two share: %s, once %s %j", (thing, field, from, to) => {
    const folder = copyOfToday();
    edit(folder, "heroes/winston.json", (hero) => {
      hero.aliases = ["Winston (Alias)"];
    });
    edit(folder, "maps/ilios.json", (map) => {
      map.variants = [{ id: "night", name: "Ilios (Night)" }];
    });
    addPatch(folder, "2099-01-01");
    addPatch(folder, "2099-01-02", [{ target: `${thing}/${field}`, from, to }]);
    const [problem, ...others] = problemsOf(folder);
    expect(problem).toContain(`patches/2099-01-01.json : ${before}`);
    expect(problem).toContain(" is a spelling of ");
    expect(problem).toContain(`"${from}"`);
    expect(problem).toContain(thing.split("/")[1]);
    expect(others).toEqual([]);
  });

  it("has no name that no file can have", () => {
    const problems = problemsBefore({ target: "heroes/ana/names/en", from: "Ana/A", to: "Ana" });
    expect(problems).toEqual([
      `patches/2099-01-01.json : ${before}heroes/ana: "Ana/A" has a slash; each spelling is the ` +
        "name of a file",
    ]);
  });
});
