import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PACKAGE_DATA } from "../../../../../build/core/package.ts";
import type { HeroState } from "../../../../../build/core/schema/hero.ts";
import type { Role } from "../../../../../build/core/schema/roles-and-modes.ts";
import {
  checkPerks,
  heroFindings,
  keyFindings,
} from "../../../../../build/generator/data/checks/heroes.ts";
import { formatPath } from "../../../../../build/generator/data/issue.ts";
import { problemsOfTodayWith, writeJson } from "../../../data-copies.ts";

type Kind = HeroState["abilities"][number]["kind"];

const subrole = (id: Role["subroles"][number]["id"]) => ({
  id,
  name: id,
  description: id,
  passive: id,
});

const ROLES: Role[] = [
  { id: "tank", name: "Tank", subroles: [subrole("bruiser"), subrole("stalwart")] },
  { id: "support", name: "Support", subroles: [subrole("medic")] },
];

function hero(about: Partial<HeroState>): HeroState {
  return {
    id: "ana",
    names: { en: "Ana", ko: "아나", zh: "安娜" },
    role: "support",
    subrole: "medic",
    health: { standard: 250, armor: 0, shields: 0 },
    abilities: kit("ability", "ability", "ultimate"),
    perks: [],
    ...about,
  };
}

function kit(...kinds: Kind[]): HeroState["abilities"] {
  return kinds.map((kind, at) => ({
    id: `a-${at}`,
    kind,
    name: `A ${at}`,
    description: null,
    cooldown: null,
  }));
}

describe("a hero", () => {
  const ending = ": the first three are Ability 1, Ability 2 and Ultimate";

  it.each<[string, Partial<HeroState>, string[]]>([
    [
      "the ultimate first",
      { abilities: kit("ultimate", "ability", "ability") },
      [
        `abilities[0].kind Ability 1 is "a-0" of kind "ultimate"; expected kind "ability"${ending}`,
        `abilities[2].kind Ultimate is "a-2" of kind "ability"; expected kind "ultimate"${ending}`,
      ],
    ],
    [
      "three abilities before the ultimate",
      { abilities: kit("ability", "ability", "ability", "ultimate") },
      [`abilities[2].kind Ultimate is "a-2" of kind "ability"; expected kind "ultimate"${ending}`],
    ],
    [
      "two abilities alone",
      { abilities: kit("ability", "ability") },
      [`abilities[2].kind Ultimate is missing; expected kind "ultimate"${ending}`],
    ],
    [
      "a health of zero",
      { health: { standard: 0, armor: 0, shields: 0 } },
      ["health standard, armor and shields add up to 0; expected more than 0"],
    ],
    [
      "the sub-role of another role",
      { role: "tank", subrole: "medic" },
      [`subrole "medic" is a sub-role of support; expected one of tank's: bruiser, stalwart`],
    ],
  ])("has not %s", (_what, about, expected) => {
    const found = heroFindings(hero(about), ROLES);
    expect(found.map(({ path, message }) => `${formatPath(path)} ${message}`)).toEqual(expected);
  });
});

describe("the keys of a kit", () => {
  const ability = (id: string, key?: "ability1" | "crouch" | null) => ({
    id,
    kind: "ability" as const,
    ...(key === undefined ? {} : { key }),
  });
  const passive = (key?: "jump") => ({ id: "p", kind: "passive" as const, key });
  const former = (until: string) => [{ ability: "a", key: "jump" as const, until }];

  it.each([
    ["one for each, or null", { abilities: [ability("a", "ability1"), ability("b", null)] }, []],
    [
      "a key that two forms share",
      { abilities: [ability("a", "crouch"), ability("b", "crouch")] },
      [],
    ],
    ["a former one", { abilities: [ability("a", null)], formerKeys: former("2024-01-01") }, []],
    [
      "missing",
      { abilities: [ability("a"), passive()] },
      ['"a" has no "key"; write null and a gap if it is not known'],
    ],
    [
      "one slot for two",
      { abilities: [ability("a", "ability1"), ability("b", "ability1")] },
      ['ability1 plays both "a" and "b"; a slot plays one ability'],
    ],
    [
      "one of a passive",
      { abilities: [ability("a", "ability1"), passive("jump")] },
      ['"p" is passive, so no key plays it; remove "key"'],
    ],
    [
      "that of a weapon which does not say how it hits",
      { abilities: [{ ...ability("a", null), kind: "primary" as const }] },
      ['"a" is a weapon without "weaponKind"; expected how it hits'],
    ],
    [
      "a former one until a patch that is not recorded",
      { abilities: [], formerKeys: former("2024-01-02") },
      ['no patch "2024-01-02" is recorded; expected the id of one'],
    ],
  ])("may or may not be %s", (_what, hero, messages) => {
    const found = keyFindings(hero, new Set(["2024-01-01"]));
    expect(found.map(({ message }) => message)).toEqual(messages);
  });
});

/** What is wrong once Ana's perks were edited, and the gaps are these. */
// biome-ignore lint/suspicious/noExplicitAny: a test breaks data in ways no type allows
function problemsWith(change: (perks: any) => void, ...gaps: object[]) {
  return problemsOfTodayWith((folder) => {
    const hero = JSON.parse(readFileSync(join(PACKAGE_DATA, "heroes/ana.json"), "utf8"));
    change(hero.perks);
    writeJson(folder, "heroes/ana.json", hero);
    writeJson(folder, "gaps.json", { gaps });
  }, checkPerks);
}

describe("the perks of a hero", () => {
  it("are two minor and two major ones", () => {
    expect(problemsWith(() => {})).toEqual([]);
    expect(problemsWith((perks) => Object.assign(perks[0], { tier: "major" }))).toEqual([
      "heroes/ana.json perks: perks are major, minor, major, major; expected minor, minor, " +
        "major, major, or a gap of heroes/ana/perks",
    ]);
    expect(problemsWith((perks) => perks.reverse())).toHaveLength(1);
    expect(problemsWith((perks) => perks.splice(0))).toEqual([
      "heroes/ana.json perks: perks are missing; expected minor, minor, major, major, or a gap " +
        "of heroes/ana/perks",
    ]);
  });

  it("may be fewer where a gap says why", () => {
    const gap = { path: "heroes/ana/perks", reason: "nobody has read them" };
    expect(problemsWith((perks) => perks.pop(), gap)).toEqual([]);
    expect(problemsWith((perks) => perks.pop())).toHaveLength(1);
  });

  it("affect abilities of their hero; a slip is named with the nearest", () => {
    const slip = (perks: { affects: string[] }[]) =>
      Object.assign(perks[1] ?? {}, { affects: ["nano-bost"] });
    expect(problemsWith(slip)).toEqual([
      'heroes/ana.json perks[1].affects[0]: "nano-bost" is not an ability of this hero; did ' +
        'you mean "nano-boost"?',
    ]);
  });
});
