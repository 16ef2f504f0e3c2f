import { describe, expect, it } from "vitest";
import {
  checkLogNames,
  checkSpellings,
} from "../../../../../build/generator/data/checks/spellings.ts";
import { problemsAfter as problemsOfEdits } from "../../../data-copies.ts";

/** What this check says of the real data after edits, by file. */
function problemsAfter(edits: Parameters<typeof problemsOfEdits>[0]) {
  return problemsOfEdits(edits, checkSpellings);
}

/** What is wrong once Ana has this alias and no other. */
function problemsOfAlias(alias: string) {
  return problemsAfter({
    "heroes/ana.json": (hero) => {
      hero.aliases = [alias];
    },
  });
}

/** A file, the fields that take the place of its own, and where they claim which spelling. */
type Claim = [file: string, fields: object, place: string, spelling: string];

const koreanName = (en: string, zh: string) => ({ names: { en, ko: "아나", zh } });

describe("a spelling that two resources claim", () => {
  it.each<[string, Claim, Claim]>([
    [
      "an alias and another hero's name in another case",
      ["heroes/zenyatta", { aliases: ["WINSTON"] }, "aliases[0]", "WINSTON"],
      ["heroes/winston", { aliases: [] }, "id", "winston"],
    ],
    [
      "a Korean name",
      ["heroes/zarya", koreanName("Zarya", "查莉娅"), "names.ko", "아나"],
      ["heroes/ana", koreanName("Ana", "安娜"), "names.ko", "아나"],
    ],
    [
      "the name of a map's variant and another map",
      [
        "maps/nepal",
        { aliases: [], variants: [{ id: "sea", name: "ILIOS" }] },
        "variants[0].name",
        "ILIOS",
      ],
      ["maps/ilios", { aliases: [] }, "id", "ilios"],
    ],
    [
      "the address of a map's variant and another map's alias",
      ["maps/nepal", { aliases: ["Ilios-Night"] }, "aliases[0]", "Ilios-Night"],
      [
        "maps/ilios",
        { variants: [{ id: "night", name: "Ilios after dark" }] },
        "id",
        "ilios-night",
      ],
    ],
  ])("is refused in both files, but an alias only in its own: %s", (_, one, other) => {
    const edits = [one, other].map(
      ([file, fields]) =>
        [`${file}.json`, (value: object) => Object.assign(value, fields)] as const,
    );
    const idOf = ([file]: Claim) => file.split("/")[1];
    const problem = (claim: Claim, against: Claim) =>
      `${claim[0]}.json ${claim[2]}: "${claim[3]}" of ${idOf(claim)} is a spelling of ` +
      `${idOf(against)} too ("${against[3]}" in ${against[0]}.json); a spelling names one of them`;
    const problems = problemsAfter(Object.fromEntries(edits));
    const both = [problem(one, other), problem(other, one)];
    const isAlias = one[2].startsWith("aliases");
    expect(problems).toEqual(isAlias ? [both[0]] : expect.arrayContaining(both));
  });

  it("may belong to a hero and a map", () => {
    expect(problemsOfAlias("Ilios")).toEqual([]);
  });
});

it("lets a resource claim a spelling twice", () => {
  const problems = problemsAfter({
    "heroes/ana.json": (hero) => {
      hero.aliases = ["ana", "ANA", "Amari", "amari", "Amari", hero.names.ko];
    },
    "maps/ilios.json": (map) => {
      map.aliases = ["Ilios", "ilios-night"];
      map.variants = [{ id: "night", name: "ILIOS" }];
    },
  });
  expect(problems).toEqual([]);
});

it.each([
  ["Ana/Amari", "has a slash"],
  ["Ana\\Amari", "is not a valid name on every system"],
  ["..", "is outside the site root"],
  ["Ána".normalize("NFD"), "is not in normal form C"],
  ["404", "is the name of a file that the build writes itself"],
  ["ANA.JSON", "is the name of a file that the build writes itself"],
  ["韓".repeat(83), "is too long for a file name"],
  [`${"a".repeat(245)}İ`, "is too long for a file name"], // in its folded form
])("a spelling can be the name of a file, unlike %j", (alias, fault) => {
  expect(problemsOfAlias(alias)).toEqual([
    `heroes/ana.json aliases[0]: ${JSON.stringify(alias)} ${fault}; each spelling is the name of ` +
      "a file",
  ]);
});

it.each(["a".repeat(247), "...", "Ana: Amari?", "404 Ana", "Ana.jsonl", "CON", "100%", "#1"])(
  "a spelling may be one that only Windows or a URL minds: %j",
  (alias) => {
    expect(problemsOfAlias(alias)).toEqual([]);
  },
);

const map = (about: object) => ({
  file: "maps/ilios.json",
  value: {
    id: "ilios",
    name: "Ilios",
    mode: "control" as const,
    aliases: [],
    variants: [],
    sources: [],
    ...about,
  },
});
const value = {
  modes: { control: ["Control"], clash: ["Clash"] },
  modeNames: {},
  teams: { 1: ["Team 1"], 2: ["Team 2"] },
  keys: {},
  maps: [{ id: "hanaoka", name: "Hanaoka", modes: ["clash"], aliases: ["하나오카"] }],
  sources: [],
};
const messages = (about: object, stages: object[] = []) =>
  checkLogNames({
    maps: [map({ stages })],
    "log-names": { file: "log-names.json", value: { ...value, ...about } },
  }).map(({ message }) => message);

it("lets a log's names mean one thing each", () => {
  expect(messages({})).toEqual([]);
  expect(checkLogNames({ maps: [map({})], "log-names": undefined })).toEqual([]);
});

it.each([
  [{ teams: { 1: ["Team"], 2: ["team"] } }, [], '"team" of 2 is a spelling of 1 too'],
  [{}, [{ id: "well", name: "Well", aliases: ["Hanaoka"] }], "is a spelling of ilios well too"],
  [{ maps: [{ ...value.maps[0], aliases: ["ILIOS"] }] }, [], "is a spelling of ilios too"],
  [{ modes: { control: ["Control"] } }, [], '"clash" of hanaoka is not one of the modes'],
])("reports %j %j", (about, stages, message) => {
  expect(messages(about, stages).join()).toContain(message);
});
