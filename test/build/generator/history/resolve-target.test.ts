import { describe, expect, it } from "vitest";
import type { GameState } from "../../../../build/core/schema/collections.ts";
import { slotOf } from "../../../../build/generator/history/address.ts";
import { resolveTarget } from "../../../../build/generator/history/resolve-target.ts";

function state(): GameState {
  return {
    heroes: [
      {
        id: "ana",
        names: { en: "Ana", ko: "아나", zh: "安娜" },
        role: "support",
        subrole: "tactician",
        health: { standard: 250, armor: 0, shields: 0 },
        abilities: [
          {
            id: "sleep-dart",
            kind: "ability",
            name: "Sleep Dart",
            description: null,
            cooldown: 14,
          },
          {
            id: "nano-boost",
            kind: "ultimate",
            name: "Nano Boost",
            description: null,
            cooldown: null,
          },
        ],
        perks: [],
      },
    ],
    maps: [{ id: "ilios", name: "Ilios", mode: "control" }],
    roles: [{ id: "support", name: "Support", subroles: [] }],
    modes: [{ id: "control", name: "Control" }],
  };
}

describe("a target", () => {
  it.each([
    "heroes/ana/health",
    "heroes/ana/health/standard",
    "heroes/ana/names/ko",
    "heroes/ana/role",
    "heroes/ana/abilities",
    "heroes/ana/abilities/sleep-dart/cooldown",
    "heroes/ana/abilities/sleep-dart/description",
    "heroes/ana/abilities/sleep-dart/duration",
    "heroes/ana/perks/groggy/name",
    "heroes/ana/perks/groggy/duration",
    "maps/ilios/mode",
    "roles/damage/subroles/recon/passive",
    "modes/control/name",
  ])("of a value of the resources is replayed: %s", (target) => {
    expect(resolveTarget(target)).toMatchObject({ kind: "modelled", isElement: false });
  });

  it.each([
    "heroes/ana",
    "heroes/ana/abilities/sleep-dart",
    "heroes/ana/perks/groggy",
    "maps/ilios",
    "roles/damage",
    "roles/damage/subroles/recon",
    "modes/control",
  ])("of a thing in a list is replayed whole: %s", (target) => {
    expect(resolveTarget(target)).toMatchObject({ kind: "modelled", isElement: true });
  });

  it.each([
    ["heroes/ana/abilities/biotic-rifle/damageChangePercent", "damageChangePercent"],
    ["heroes/ana/abilities/biotic-rifle/6v6/damage", "6v6"],
    ["heroes/ana/perks/groggy/durationChange", "durationChange"],
    ["heroes/ana/health/standard/percent", "percent"],
    ["heroes/ana/6v6/health/standard", "6v6"],
    ["heroes/ana/constructor", "constructor"],
    ["maps/ilios/layout", "layout"],
  ])("of any other value is recorded and not replayed: %s", (target, segment) => {
    expect(resolveTarget(target)).toMatchObject({ kind: "unmodelled", segment });
  });

  it.each([
    ["heroes/ana/name", "name"],
    ["heroes/ana/aliases", "aliases"],
    ["heroes/ana/portrait", "portrait"],
    ["heroes/ana/health/total", "total"],
    ["heroes/ana/perks/groggy/figures", "figures"],
    ["maps/ilios/aliases", "aliases"],
    ["maps/ilios/variants", "variants"],
    ["maps/ilios/variants/night/name", "variants"],
    ["maps/ilios/thumbnail", "thumbnail"],
  ])("of a field that is ours, or follows from others, is none: %s", (target, field) => {
    expect(resolveTarget(target)).toMatchObject({ kind: "unrecorded", field });
  });
});

describe("a slot", () => {
  it.each([
    ["heroes/ana/health/standard", 250],
    ["heroes/ana/names/ko", "아나"],
    ["heroes/ana/abilities/nano-boost/cooldown", null],
    ["maps/ilios", { id: "ilios", name: "Ilios", mode: "control" }],
    ["maps/nepal", undefined],
    ["heroes/ana/abilities/zap", undefined],
    ["heroes/ana/health/magic", undefined],
  ])("gives what is there: %s", (target, value) => {
    expect(slotOf(state(), target)?.get()).toEqual(value);
  });

  it.each([
    "heroes/zed/health",
    "heroes/ana/abilities/zap/cooldown",
    "maps/nepal/mode",
    "heroes/ana/role/x/y",
  ])("is none where nothing is around it: %s", (target) => {
    expect(slotOf(state(), target)).toBeUndefined();
  });

  it("removes a thing, and no other", () => {
    const changed = state();
    slotOf(changed, "heroes/ana/abilities/sleep-dart")?.set(undefined);
    slotOf(changed, "heroes/ana/abilities/zap")?.set(undefined);
    expect(changed.heroes[0]?.abilities.map(({ id }) => id)).toEqual(["nano-boost"]);
  });
});
