import type { ChangeDetails, PatchDetails } from "../../../core/schema/details.ts";
import type { Tally } from "./parts/mark.tsx";

/** As much of a change as counts. */
type Counted = Pick<ChangeDetails, "target" | "from" | "to" | "effect">;

/** The changes of each thing, such as `heroes/ana`, in the given order. */
export function changesByThing<T extends { target: string }>(
  changes: readonly T[],
): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const change of changes) {
    // The rules of all modes are recorded with one mode.
    const thing = change.target.replace("competitive/rules", "all").split("/", 2).join("/");
    groups.set(thing, [...(groups.get(thing) ?? []), change]);
  }
  return groups;
}

/** The patches that changed each thing, in the given order, without their other changes. */
export function patchesByThing(patches: readonly PatchDetails[]): Map<string, PatchDetails[]> {
  const histories = new Map<string, PatchDetails[]>();
  for (const patch of patches) {
    for (const [thing, changes] of changesByThing(patch.changes))
      histories.set(thing, [...(histories.get(thing) ?? []), { ...patch, changes }]);
  }
  return histories;
}

/** Counts changes by their effect. */
export function tallyOf(changes: readonly Pick<Counted, "effect">[]): Tally {
  const buffs = changes.filter(({ effect }) => effect === "buff").length;
  const nerfs = changes.filter(({ effect }) => effect === "nerf").length;
  return { buffs, nerfs, others: changes.length - buffs - nerfs };
}

/** Whether a patch brought a hero or map into the game. */
export function isArrival(thing: string, changes: readonly Counted[]): boolean {
  return changes.some(({ target, from, to }) => target === thing && from === undefined && to);
}

/** The patch that brought a hero or map; undefined if the record begins with it. */
export function arrivalOf(
  thing: string,
  { historyOf }: { historyOf: (thing: string) => readonly PatchDetails[] },
): PatchDetails | undefined {
  return historyOf(thing).find(({ changes }) => isArrival(thing, changes));
}

/** The tally of patches. Changes of new heroes and maps are left out. */
export function tallyOfPatch(changes: readonly Counted[]): Tally {
  const things = [...changesByThing(changes)];
  return tallyOf(things.flatMap(([thing, own]) => (isArrival(thing, own) ? [] : own)));
}

/** `mixed` are new things and changes that are neither a buff nor a nerf. */
export type Side = "buffed" | "nerfed" | "mixed";

/** What the sides are called, with the mark of each. */
export const SIDES = [
  { side: "buffed", effect: "buff", label: "Buffed" },
  { side: "nerfed", effect: "nerf", label: "Nerfed" },
  { side: "mixed", effect: "new", label: "New, other" },
] as const;

/** The sides on which a patch has changes of a thing. A hero may be both buffed and nerfed. */
export function sidesOf(thing: string, changes: readonly Counted[]): Side[] {
  if (isArrival(thing, changes)) return ["mixed"];
  const { buffs, nerfs, others } = tallyOf(changes);
  return [
    ...(buffs > 0 ? ["buffed" as const] : []),
    ...(nerfs > 0 ? ["nerfed" as const] : []),
    ...(others > 0 ? ["mixed" as const] : []),
  ];
}
