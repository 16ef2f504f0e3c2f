import { describe, expect, it } from "vitest";
import { byId } from "../../../../build/core/by-id.ts";
import { totalOf } from "../../../../build/core/game/effects.ts";
import type { ChangeDetails } from "../../../../build/core/schema/details.ts";
import { newestPatch } from "../../../../build/generator/data/game-data.ts";
import { fullGameAsOf } from "../../../../build/generator/full/full-game.ts";
import { heroEffects } from "../../../../build/generator/full/patches.ts";
import { REAL_DATA } from "../../../helpers/real-data.ts";
import { ADDRESSES } from "../../../helpers/real-game.ts";

const FULL = fullGameAsOf(REAL_DATA, newestPatch(REAL_DATA), ADDRESSES);

const sidesOf = (patch: string) => {
  const { heroes } = byId(FULL.patches, patch);
  const sides = new Map<string, string[]>();
  for (const { id, side } of heroes) sides.set(side, [...(sides.get(side) ?? []), id]);
  return Object.fromEntries([...sides].map(([side, ids]) => [side, ids.join(" ")]));
};

/** Judged by hand from the values that the record of each patch has. */
const SIDES_BY_HAND: [patch: string, sides: Record<string, string>][] = [
  [
    "2016-07-19",
    {
      new: "ana",
      nerfed: "bastion lucio roadhog soldier-76",
      mixed: "cassidy mercy zenyatta",
      buffed: "dva",
    },
  ],
  ["2017-09-19", { reworked: "dva mercy", buffed: "reinhardt" }],
  [
    "2018-06-26",
    {
      reworked: "symmetra",
      buffed: "cassidy doomfist orisa",
      shared:
        "bastion genji hanzo junkrat mei pharah reaper soldier-76 sombra torbjorn tracer " +
        "widowmaker",
    },
  ],
  [
    "2018-08-09",
    {
      buffed: "ana lucio moira symmetra",
      nerfed: "brigitte doomfist hanzo mercy widowmaker",
      mixed: "zarya",
      shared: "genji junkrat pharah roadhog winston zenyatta",
    },
  ],
  ["2020-04-14", { new: "echo" }],
  ["2023-04-25", { reworked: "lifeweaver" }],
  ["2023-11-16", { mixed: "roadhog" }],
  [
    "2024-10-15",
    {
      reworked: "sombra",
      buffed: "baptiste hanzo mauga",
      nerfed: "brigitte juno ramattra reinhardt",
      mixed: "sojourn",
    },
  ],
  [
    "2026-07-14",
    {
      buffed: "ana freja junker-queen lucio ramattra reaper vendetta venture",
      nerfed: "cassidy doomfist kiriko sigma",
      mixed: "brigitte mauga shion sierra",
    },
  ],
  ["2026-08-14", { buffed: "dmon", nerfed: "jetpack-cat" }],
  ["2026-09-17", { nerfed: "dmon" }],
  [
    "2026-10-06",
    {
      new: "doctrine",
      reworked: "roadhog sombra",
      buffed: "domina dva emre lucio torbjorn zenyatta",
      nerfed: "bastion",
      mixed: "cassidy genji",
      other: "ana shion",
      shared:
        "ashe baptiste illari junker-queen kiriko mauga mercy reaper soldier-76 tracer " +
        "widowmaker wrecking-ball",
    },
  ],
];

describe("the sides of a patch", () => {
  it.each(SIDES_BY_HAND)("are those that a reader finds: %s", (patch, sides) => {
    expect(sidesOf(patch)).toEqual(sides);
  });

  it.each([
    ["other", "neutral", ["speed neutral"]],
    ["other", "neutral", ["speed nerf 6v6"]],
    ["shared", "neutral", ["speed nerf shared"]],
    ["buffed", "buff", ["armor nerf shared", "speed buff"]],
    ["new", "new", ["new", "speed nerf"]],
    ["removed", "gone", ["gone"]],
    ["reworked", "nerf", ["abilities new", "abilities/dart/cooldown nerf"]],
  ])("are %s, with the effect %s of its own changes: %j", (side, effect, rows) => {
    const changes = rows.map((row) => {
      const [, path = "", own, more] =
        /^(\S+ |)(new|gone|buff|nerf|neutral) ?(.*)$/.exec(row) ?? [];
      return {
        target: `heroes/ana/${path}`.replace(/[ /]+$/, ""),
        effect: own,
        scope: more,
        shared: more === "shared",
        to: own === "gone" ? undefined : true,
      };
    });
    const [ana] = heroEffects(changes as ChangeDetails[], () => "Ana");
    expect(ana).toMatchObject({ side, effect });
  });
});

describe("the summary of a hero in a patch", () => {
  it("goes from the first value to the last, and leaves out what came back", () => {
    const step = (field: string, from: number, to: number) => {
      const target = `heroes/ana/abilities/sleep-dart/${field}`;
      return {
        target,
        part: "Sleep Dart",
        field,
        unit: "s",
        scope: null,
        effect: "buff",
        from,
        to,
      };
    };
    const changes = [step("cooldown", 15, 14), step("duration", 5, 6), step("cooldown", 14, 12)];
    const all = [...changes, step("duration", 6, 5)] as ChangeDetails[];
    expect(heroEffects(all, () => "Ana")[0]?.summary).toBe("Sleep Dart cooldown 15 to 12 s.");
  });

  it.each([
    [
      "2026-10-06",
      "doctrine",
      "New support hero with 250 health. Abilities: Shrouded Momentum, Invigorating Drones, Deliverance, Eternal Scepter, Infuse.",
    ],
    [
      "2026-10-06",
      "sombra",
      "Now a support hero. Gone: Virus, Hack, Opportunist, Stealth. New: Cyberspace, Hotfix, Conspirator. Translocator cooldown 6 to 7.5 s. …",
    ],
    ["2026-10-06", "mercy", "Hit volume of the head 14.4 to 17 (+18%)."],
    [
      "2026-10-06",
      "cassidy",
      "Deadeye works on Lifeline: no longer. Hit volume of the body 37 to 33 (−11%). Hit volume of the legs 24 to 22 (−8%). …",
    ],
    ["2026-09-08", "dva", "Health 325 to 350 in 5v5."],
    [
      "2025-11-11",
      "junker-queen",
      "In 6v6 only. Health in 6v6 425 to 450. Adrenaline Rush self healing multiplier in 6v6 1.5 to 1.75×.",
    ],
    ["2025-03-18", "roadhog", "Perk Hog Toss damage is now 25%."],
    [
      "2022-10-04",
      "baptiste",
      "Regenerative Burst cooldown 13 to 15 s. Biotic Launcher damage 24 to 25. Regenerative Burst instant healing 0 to 50. …",
    ],
    ["2018-06-26", "mei", "Now a damage hero."],
  ])("is a sentence of what matters first: %s %s", (patch, hero, summary) => {
    expect(byId(byId(FULL.patches, patch).heroes, hero).summary).toBe(summary);
  });
});

describe("a change", () => {
  it.each([
    ["2018-08-09", 6, "restoresAmmo undefined"],
    // Wrecking Ball has this step twice: by the rule, and as his own value in Role Queue.
    ["2023-02-07", 11, "standard health of tanks in modes without role queue"],
  ])("is shared if it has a rule, or five heroes the same field and step: %s", (id, many, one) => {
    const shared = byId(FULL.patches, id).changes.filter((change) => change.shared);
    expect(shared.map(({ target, rule }) => `${target.split("/").at(-1)} ${rule}`)).toEqual(
      Array(many).fill(one),
    );
  });

  it("of a kit is followed by what is inside it, which is counted in its place", () => {
    const { changes, heroes } = byId(FULL.patches, "2023-11-14");
    const kit = "heroes/roadhog/abilities";
    const inside = changes.filter((change) => change.inside === kit);
    expect(inside.map(({ target, effect }) => [target, effect])).toEqual([
      [`${kit}/take-a-breather/cooldown`, "rule"],
      [`${kit}/scrap-gun-secondary-fire`, "gone"],
      [`${kit}/pig-pen`, "new"],
    ]);
    expect(changes[changes.findIndex(({ target }) => target === kit) + 1]).toBe(inside[0]);
    expect(totalOf(heroes[0]?.own ?? {})).toBe(changes.length - 1);
  });

  it("of a pellet has no side if the whole shot has the other one", () => {
    const { changes } = byId(FULL.patches, "2026-10-06");
    const effectOf = (field: string) =>
      changes.find(({ target }) => target === `heroes/roadhog/abilities/scrap-gun/${field}`)
        ?.effect;
    expect(["damage", "pelletCount", "pelletDamage"].map(effectOf)).toEqual([
      "buff",
      "neutral",
      "neutral",
    ]);
  });
});
