import { describe, expect, it } from "vitest";
import { PACKAGE_DATA } from "../../../../build/core/package.ts";
import { listsOf, loadData } from "../../../../build/generator/data/load-data.ts";
import { slotOf } from "../../../../build/generator/history/address.ts";
import { walkBack } from "../../../../build/generator/history/rewind.ts";
import { stateOf } from "../../../../build/generator/history/timeline.ts";
import { officialFigures } from "../../../helpers/official-figures.ts";

const OFFICIAL = officialFigures();
const { data } = loadData(PACKAGE_DATA);
const PATCHES = data.patches.map(({ value }) => value);
const HISTORY_FROM = data.game?.value.historyFrom ?? "";

/** What the record has otherwise, each with a reason in its note. */
const OTHERS = [
  // Printed without the size that the whole game adds.
  "2025-12-09 heroes/kiriko/abilities/kunai/projectileSize",
  "2026-01-08 heroes/symmetra/abilities/photon-projector-secondary/projectileSize",
  "2026-05-12 heroes/illari/abilities/solar-rifle/projectileSize",
  // The notes print another value before than those of an older patch and the game's own page.
  "2026-08-11 heroes/echo/perks/focused-rush/movementSpeedPercent",
];

describe("the figures that the publisher's notes print, more than 250 of them,", () => {
  it("are on record as printed, before and after, but for few with a reason", () => {
    expect(OFFICIAL.length).toBeGreaterThan(250);
    const others = OFFICIAL.filter(({ patch, target, before, after }) => {
      const changes = PATCHES.find(({ id }) => id === patch)?.changes ?? [];
      const change = changes.find((one) => one.target === target);
      return change?.from !== before || change.to !== after;
    });
    expect(others.map(({ patch, target }) => `${patch} ${target}`)).toEqual(OTHERS);
  });

  it("are those of the states: after their patch, and before it", () => {
    const states = new Map(
      [...walkBack(stateOf(listsOf(data)), PATCHES)].map(({ patch, state }) => [patch.id, state]),
    );
    const ids = PATCHES.map(({ id }) => id).sort();
    const modelled = OFFICIAL.filter(({ target }) => /\/(abilities|perks|health)\//.test(target));
    const others = modelled.flatMap(({ patch, target, before, after }) => {
      const older = ids[ids.indexOf(patch) - 1] ?? "";
      const sides = [
        { at: patch, printed: after },
        { at: older, printed: before },
      ];
      return sides.flatMap(({ at, printed }) => {
        const state = states.get(at);
        const slot = state && slotOf(state, target);
        if (at < HISTORY_FROM || slot === undefined || slot.get() === printed) return [];
        return [`${patch} ${target}: ${slot.get()} at ${at}, printed ${printed}`];
      });
    });
    expect(others.filter((line) => !OTHERS.includes(line.replace(/:.*/, "")))).toEqual([]);
  });
});
