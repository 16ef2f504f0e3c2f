import { isArrival, tallyOfPatch } from "../tally.ts";
import type { Group } from "./changes.tsx";
import { Numbers } from "./numbers.tsx";

/** A patch in a few large numbers. Zeros are left out. */
export function PatchNumbers({ groups }: { groups: readonly Group[] }) {
  const heroes = groups.filter(({ thing }) => thing.startsWith("heroes/"));
  const arrivals = heroes.filter(({ thing, own }) => isArrival(thing, own));
  const { buffs, nerfs } = tallyOfPatch(groups.map(({ thing, own }) => [thing, own]));
  const all = groups.reduce((sum, { own }) => sum + own.length, 0);
  const maps = groups.filter(
    ({ thing, own }) => thing.startsWith("maps/") && isArrival(thing, own),
  );
  const numbers = [
    { amount: heroes.length, one: "hero", many: "heroes", kind: "" },
    { amount: buffs, one: "buff", many: "buffs", kind: "buff" },
    { amount: nerfs, one: "nerf", many: "nerfs", kind: "nerf" },
    { amount: all, one: "change", many: "changes", kind: "" },
    { amount: arrivals.length, one: "new hero", many: "new heroes", kind: "" },
    { amount: maps.length, one: "new map", many: "new maps", kind: "" },
  ].filter(({ amount }) => amount > 0);
  return numbers.length === 0 ? null : <Numbers numbers={numbers} />;
}
