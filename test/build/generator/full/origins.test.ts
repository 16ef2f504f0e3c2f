import { describe, expect, it } from "vitest";
import type { PatchFile, RecordedChange } from "../../../../build/core/schema/patch.ts";
import { createOrigins } from "../../../../build/generator/full/origins.ts";
import { patchOf } from "../../data-copies.ts";

const patch = (id: string, ...changes: RecordedChange[]) => patchOf(id, changes);

const DAMAGE = "heroes/ana/abilities/rifle/damage";

const AMMO = "heroes/ana/abilities/rifle/ammo";
const PERK = "heroes/ana/perks/groggy";
const KIT = "heroes/ana/abilities";
const DART = `${KIT}/dart/cooldown`;

/** A change of a whole kit, by the cooldowns of its abilities. */
const kit = (from: Record<string, number>, to: Record<string, number>) => {
  const [before, after] = [from, to].map((cooldowns) =>
    Object.entries(cooldowns).map(([id, cooldown]) => ({ id, cooldown })),
  );
  return { target: KIT, from: before, to: after };
};
const grown = kit({ dart: 12, grenade: 10 }, { dart: 12, grenade: 9, boost: 30 });
const own = { target: DART, from: 5, to: 6 };
const hero = { target: "heroes/ana", to: { id: "ana" } };
const perk = { target: PERK, to: { id: "groggy" } };

it.each<[what: string, target: string, newer: RecordedChange[], older: RecordedChange[], string?]>([
  [
    "the newest patch that changed it",
    DAMAGE,
    [{ target: DAMAGE, from: 5, to: 6 }],
    [{ target: DAMAGE, from: 4, to: 5 }],
    "newer",
  ],
  ["before the record, where no patch changed it", DAMAGE, [{ target: AMMO, from: 1, to: 2 }], []],
  [
    "before the record, whatever a change of 6v6 says",
    DAMAGE,
    [{ target: DAMAGE, from: 4, to: 5, scope: "6v6" }],
    [],
  ],
  ["the arrival of its hero", DAMAGE, [perk], [hero], "older"],
  ["the arrival of its perk", `${PERK}/duration`, [perk], [hero], "newer"],
  ["before a whole kit that kept it", DART, [grown], []],
  ["a whole kit that changed it", `${KIT}/grenade/cooldown`, [grown], [], "newer"],
  ["a whole kit that brought it", `${KIT}/boost/cooldown`, [grown], [], "newer"],
  ["the kit, which is newer", DART, [kit({ dart: 6 }, { dart: 7 })], [own], "newer"],
  ["the value, which is newer", DART, [own], [kit({ dart: 4 }, { dart: 5 })], "newer"],
  ["the value, if the newer kit kept it", DART, [kit({ dart: 6 }, { dart: 6 })], [own], "older"],
  [
    "before the record, not when the thing around it was taken away",
    `${PERK}/duration`,
    [{ target: PERK, from: { id: "groggy" } }],
    [],
  ],
])("a value has been what it is since %s", (_what, target, newer, older, since) => {
  const days = { newer: "2099-02-01", older: "2099-01-01" };
  const patches = [patch(days.newer, ...newer), patch(days.older, ...older)];
  const found = createOrigins(patches).originOf(target, "2100-01-01")?.patch.id;
  expect(found).toBe(since && Reflect.get(days, since));
});

describe("an absent figure is not known", () => {
  const found = (id: string, ...changes: RecordedChange[]) => ({
    ...patch(id, ...changes),
    unexplained: [{ reason: "Nobody wrote it down.", changes: [{ target: DAMAGE, to: 5 }] }],
  });
  const unknownAt = (asOf: string, ...patches: PatchFile[]) =>
    createOrigins(patches).unknownOf("heroes/ana/abilities/rifle", asOf, {});

  it("before a patch that has it although none changed it, and not after", () => {
    expect(unknownAt("2099-01-15", found("2099-02-01"))).toEqual({
      damage: "Nobody wrote it down.",
    });
    expect(unknownAt("2099-02-01", found("2099-02-01"))).toEqual({});
  });

  it("but not where its hero came in between", () => {
    const hero = patch("2099-01-20", { target: "heroes/ana", to: { id: "ana" } });
    expect(unknownAt("2099-01-15", found("2099-02-01"), hero)).toEqual({});
  });
});
