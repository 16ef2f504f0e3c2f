import { describe, expect, it } from "vitest";
import { viewOf } from "../../../../../build/generator/pages/explorer/change-view.ts";
import {
  foldChanges,
  type PlainChange,
} from "../../../../../build/generator/pages/explorer/recorded.ts";

const NAMES = { "heroes/dva/abilities/emp": "EMP", "roles/tank": "Tank" };

/** A change in one line: whose, which, before, after, effect. */
function line(change: PlainChange): string {
  const { subject, field, from, to, effect } = viewOf(change, NAMES);
  return [subject, field, from ?? "", to ?? "", effect].join("|").replaceAll("\u202f", " ");
}

describe("a change in words", () => {
  it.each<[PlainChange, string]>([
    [
      { target: "heroes/dva/abilities/boosters/cooldown", from: 4, to: 3.5 },
      "Boosters|cooldown|4|3.5 s|changed",
    ],
    [
      { target: "heroes/dva/abilities/emp/damagePercent", from: 25, to: 40 },
      "EMP|damage|25|40%|changed",
    ],
    [{ target: "heroes/dva/health/armor", from: 325, to: 350 }, "Health|armor|325|350|changed"],
    [
      { target: "heroes/dva/health/standard", label: "health", from: 375, to: 350 },
      "Health||375|350|changed",
    ],
    [
      { target: "heroes/dva/6v6/health/armor", from: 325, to: 300 },
      "Health|armor in 6v6|325|300|changed",
    ],
    [
      { target: "heroes/dva/abilities/emp/6v6/cooldown", from: 12, to: 10 },
      "EMP|cooldown in 6v6|12|10 s|changed",
    ],
    [
      { target: "heroes/dva/abilities/emp/ultimateCostChangePercent", to: 9 },
      "EMP|ultimate cost||+9%|new",
    ],
    [
      { target: "heroes/dva/abilities/emp/ultimateCostChangePercent", to: -7 },
      "EMP|ultimate cost||−7%|new",
    ],
    [{ target: "heroes/dva/abilities/emp/duration", to: 6 }, "EMP|duration||6|new"],
    [
      { target: "heroes/dva/abilities/boosters/canMove", from: false, to: true },
      "Boosters|can move|no|yes|changed",
    ],
    [
      { target: "heroes/dva/abilities/emp/damage", from: 60, to: 50, effect: "nerf", unit: " m" },
      "EMP|damage|60|50 m|nerf",
    ],
    [
      { target: "heroes/dva/abilities/emp/interruptible", from: true, effect: "buff" },
      "EMP|interruptible||no longer|buff",
    ],
    [
      { target: "heroes/dva/abilities/emp/interruptible", to: true, effect: "nerf" },
      "EMP|interruptible||now|nerf",
    ],
    [{ target: "heroes/dva/names", from: true, to: true }, "|Names|||changed"],
    [{ target: "heroes/dva/perks/quick-hands", from: true }, "Perk Quick Hands||||removed"],
    [
      { target: "heroes/dva/perks/quick-hands/tier", from: "major", to: "minor" },
      "Perk Quick Hands|tier|major|minor|changed",
    ],
    [{ target: "heroes/dva", to: true }, "The hero||||new"],
    [{ target: "heroes/dva/subrole", to: "initiator" }, "|Sub-role||Initiator|new"],
    [{ target: "heroes/dva/role", from: "damage", to: "support" }, "|Role|Damage|Support|changed"],
    [
      { target: "heroes/dva/abilities/emp/cooldown", from: null, to: 8 },
      "EMP|cooldown|none|8 s|changed",
    ],
    [{ target: "heroes/dva/hitVolume/head", from: 14, to: 16 }, "Hit volume|head|14|16|changed"],
    [
      { target: "heroes/dva/abilities", from: ["EMP", "Hack"], to: ["EMP", "Hotfix"] },
      "|Kit|Hack|Hotfix|changed",
    ],
    [{ target: "heroes/dva/abilities", from: ["EMP"], to: ["EMP", "Hotfix"] }, "|Kit||Hotfix|new"],
    [
      { target: "heroes/dva/abilities", from: ["EMP", "Hack"], to: ["Hack", "EMP"] },
      "|Kit||in another order|changed",
    ],
    [
      { target: "heroes/dva/abilities", from: ["EMP"], to: ["EMP"] },
      "|Kit||same abilities, changed|changed",
    ],
  ])("%j", (change, expected) => {
    expect(line(change)).toBe(expected);
  });
});

describe("changes between two patches", () => {
  const target = "heroes/dmon/abilities/saber/damage";

  it("go from the first value to the last", () => {
    expect(
      foldChanges([
        { target, from: 60, to: 65 },
        { target, from: 65, to: 70 },
      ]),
    ).toEqual([{ target, from: 60, to: 70 }]);
  });

  it("have a note where one does not go on from the one before, and an effect if all agree", () => {
    const steps = (...sides: [from: number, to: number][]) =>
      sides.map(([from, to]) => ({ target, from, to, effect: "buff" as const }));
    const note = "some steps in between are not recorded";
    expect(foldChanges(steps([60, 65], [70, 75], [75, 80]))).toEqual([
      { target, from: 60, to: 80, effect: "buff", note },
    ]);
    expect(foldChanges(steps([60, 65], [50, 55]))).toEqual([{ target, from: 60, to: 55, note }]);
  });

  it("are a buff or a nerf where every step was", () => {
    const steps = (effect: "buff" | "nerf") => [
      { target, from: 60, to: 65, effect: "buff" as const },
      { target, from: 65, to: 70, effect },
    ];
    expect(foldChanges(steps("buff"))[0]?.effect).toBe("buff");
    expect(foldChanges(steps("nerf"))[0]?.effect).toBeUndefined();
  });

  it("leave out what returned to where it was", () => {
    expect(
      foldChanges([
        { target, from: 60, to: 65 },
        { target, from: 65, to: 60 },
      ]),
    ).toEqual([]);
  });

  it("leave out what was added and removed", () => {
    expect(
      foldChanges([
        { target: "heroes/ana/perks/x", to: true },
        { target: "heroes/ana/perks/x", from: true },
      ]),
    ).toEqual([]);
  });

  it("know no earlier value of a thing that was added between them", () => {
    const hero = { target: "heroes/dmon", to: true } as const;
    expect(
      foldChanges([
        hero,
        { target, from: 60, to: 65, effect: "buff" },
        { target, from: 70, to: 75, effect: "buff" },
      ]),
    ).toEqual([hero, { target, to: 75 }]);
  });

  it("keep null apart from nothing", () => {
    expect(foldChanges([{ target, from: null, to: 5 }])).toEqual([{ target, from: null, to: 5 }]);
  });
});
