import { describe, expect, it } from "vitest";
import type { PatchFile, RecordedChange } from "../../../../build/core/schema/patch.ts";
import { createOrigins } from "../../../../build/generator/full/origins.ts";
import { patchOf } from "../../data-copies.ts";

const patch = (id: string, ...changes: RecordedChange[]) => patchOf(id, changes);

/** The id of the patch since which a value has been what it is; patches are newest first. */
function sinceOf(target: string, ...patches: PatchFile[]): string | undefined {
  return createOrigins(patches).originOf(target, "2100-01-01")?.patch.id;
}

const DAMAGE = "heroes/ana/abilities/rifle/damage";

describe("a value has been what it is", () => {
  it("since the newest patch that changed it", () => {
    const older = patch("2099-01-01", { target: DAMAGE, from: 4, to: 5 });
    const newer = patch("2099-02-01", { target: DAMAGE, from: 5, to: 6 });
    expect(sinceOf(DAMAGE, newer, older)).toBe("2099-02-01");
  });

  it("since longer than the record goes back, where no patch changed it", () => {
    const other = patch("2099-01-01", {
      target: "heroes/ana/abilities/rifle/ammo",
      from: 1,
      to: 2,
    });
    expect(sinceOf(DAMAGE, other)).toBeUndefined();
  });

  it("whatever a change of 6v6 says", () => {
    const elsewhere = patch("2099-01-01", { target: DAMAGE, from: 4, to: 5, scope: "6v6" });
    expect(sinceOf(DAMAGE, elsewhere)).toBeUndefined();
  });

  it("since its hero or perk arrived, where it belongs to it", () => {
    const hero = patch("2099-01-01", { target: "heroes/ana", to: { id: "ana" } });
    const perk = patch("2099-02-01", { target: "heroes/ana/perks/groggy", to: { id: "groggy" } });
    expect(sinceOf(DAMAGE, perk, hero)).toBe("2099-01-01");
    expect(sinceOf("heroes/ana/perks/groggy/duration", perk, hero)).toBe("2099-02-01");
  });

  it("since a kit was changed whole, only where the kit changed this value", () => {
    const ability = (id: string, cooldown: number) => ({ id, cooldown });
    const kit = patch("2099-01-01", {
      target: "heroes/ana/abilities",
      from: [ability("dart", 12), ability("grenade", 10)],
      to: [ability("dart", 12), ability("grenade", 9), ability("boost", 30)],
    });
    const path = "heroes/ana/abilities";
    expect(sinceOf(`${path}/dart/cooldown`, kit)).toBeUndefined();
    expect(sinceOf(`${path}/grenade/cooldown`, kit)).toBe("2099-01-01");
    expect(sinceOf(`${path}/boost/cooldown`, kit)).toBe("2099-01-01");
  });

  const kit = (id: string, ...cooldowns: [number, number]) => {
    const [from, to] = cooldowns.map((cooldown) => [{ id: "dart", cooldown }]);
    return patch(id, { target: "heroes/ana/abilities", from, to });
  };
  const DART = "heroes/ana/abilities/dart/cooldown";

  it.each([
    ["the kit", "2099-02-01", kit("2099-02-01", 6, 7), "2099-01-01"],
    ["the value", "2099-02-01", kit("2099-01-01", 4, 5), "2099-02-01"],
    ["the value, if the kit kept it", "2099-01-01", kit("2099-02-01", 6, 6), "2099-01-01"],
  ])("since the newer change of the kit and the value itself: %s", (_, since, changed, day) => {
    const own = patch(day, { target: DART, from: 5, to: 6 });
    expect(sinceOf(DART, ...[own, changed].sort((a, b) => (a.id < b.id ? 1 : -1)))).toBe(since);
  });

  it("not since the thing around it was taken away", () => {
    const gone = patch("2099-01-01", { target: "heroes/ana/perks/groggy", from: { id: "groggy" } });
    expect(sinceOf("heroes/ana/perks/groggy/duration", gone)).toBeUndefined();
  });
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
