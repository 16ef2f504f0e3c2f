import { describe, expect, it } from "vitest";
import type { GameState } from "../../../../build/core/schema/collections.ts";
import type { PatchChange } from "../../../../build/core/schema/patch.ts";
import { withoutFigures } from "../../../../build/generator/history/address.ts";
import { replay } from "../../../../build/generator/history/rewind.ts";
import { inOrder, stateOf } from "../../../../build/generator/history/timeline.ts";
import { REAL_DATA as DATA } from "../../../helpers/real-data.ts";

/** Today's game after these changes. */
function gameAfter(...changes: PatchChange[]): GameState {
  return replay(stateOf(DATA), changes);
}

function anaAfter(...changes: PatchChange[]) {
  const ana = gameAfter(...changes).heroes.find(({ id }) => id === "ana");
  if (ana === undefined) throw new Error("the real data has no Ana");
  return ana;
}

describe("replaying a change", () => {
  it("sets the value that it names", () => {
    expect(anaAfter({ target: "heroes/ana/health/armor", from: 0, to: 75 }).health.armor).toBe(75);
  });

  it("leaves a value of the record as it is when a later change is of a part of it", () => {
    const to = { standard: 1, armor: 2, shields: 3 };
    const whole = { target: "heroes/ana/health", to };
    const { health } = anaAfter(whole, { target: "heroes/ana/health/armor", from: 2, to: 99 });
    expect([health.armor, to.armor]).toEqual([99, 2]);
  });

  it.each([
    "heroes/ana/abilities/biotic-rifle/damageChangePercent",
    "heroes/ana/aliases",
    "modes/competitive/rounds",
  ])("changes nothing for a value that the resources do not model: %s", (target) => {
    expect(gameAfter({ target, from: 1, to: 2 })).toEqual(stateOf(DATA));
  });

  it("puts a thing that is new in its place in the order", () => {
    const state = gameAfter({
      target: "maps/harbor",
      to: { id: "harbor", name: "Harbor", mode: "push" },
    });
    const ids = inOrder(state).maps.map(({ id }) => id);
    expect(ids).toContain("harbor");
    expect(ids).toEqual(ids.toSorted());
  });

  it("puts a whole kit in the place of the old one, in its order", () => {
    const reversed = anaAfter().abilities.toReversed();
    const [from, to] = [anaAfter().abilities, reversed].map((kit) => kit.map(withoutFigures));
    expect(anaAfter({ target: "heroes/ana/abilities", from, to }).abilities).toEqual(reversed);
  });

  it("comes after those before it: the last one of a value holds", () => {
    const target = "heroes/ana/health/standard";
    const { health } = anaAfter({ target, from: 1, to: 2 }, { target, from: 2, to: 3 });
    expect(health.standard).toBe(3);
  });
});
