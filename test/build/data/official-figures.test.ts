import { describe, expect, it } from "vitest";
import { loadData } from "../../../build/data/load.ts";
import { stateOf } from "../../../build/data/reference.ts";
import { listsOf } from "../../../build/data/things.ts";
import { walkBack } from "../../../build/history/rewind.ts";
import { slotOf } from "../../../build/history/target.ts";
import { PACKAGE_DATA } from "../../../build/package.ts";
import { OFFICIAL } from "./official-figures.ts";

describe("the state after a patch", () => {
  const { data } = loadData(PACKAGE_DATA);
  const patches = data.patches.map(({ value }) => value);
  const states = new Map(
    [...walkBack(stateOf(listsOf(data)), patches)].map(({ patch, state }) => [patch.id, state]),
  );

  it("has the figures that the publisher's notes print, more than 60 of them", () => {
    expect(OFFICIAL.length).toBeGreaterThan(60);
  });

  it.each(OFFICIAL)("%s: %s is %d", (patch, target, value) => {
    const state = states.get(patch);
    expect(state && slotOf(state, target)?.get()).toBe(value);
  });
});
