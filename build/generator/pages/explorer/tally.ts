import type { PatchDetails } from "../../../core/schema/details.ts";
import { effectOf } from "./change-view.ts";
import type { Facts } from "./facts.ts";
import type { Tally } from "./parts/mark.tsx";
import type { PlainChange } from "./recorded.ts";

/** Counts changes by their effect. */
export function tallyOf(changes: readonly PlainChange[]): Tally {
  const effects = changes.map(effectOf);
  const buffs = effects.filter((effect) => effect === "buff").length;
  const nerfs = effects.filter((effect) => effect === "nerf").length;
  return { buffs, nerfs, others: effects.length - buffs - nerfs };
}

/** Whether a patch brought a hero or map into the game. */
export function isArrival(thing: string, changes: readonly PlainChange[]): boolean {
  return changes.some(({ target, from, to }) => target === thing && from === undefined && to);
}

/** The patch that brought a hero or map; undefined if the record begins with it. */
export function arrivalOf(thing: string, facts: Facts): PatchDetails | undefined {
  return facts.historyOf(thing).find(({ changes }) => isArrival(thing, changes))?.patch;
}

/** The tally of a patch. Changes of new heroes and maps are left out. */
export function tallyOfPatch(
  things: Iterable<readonly [thing: string, changes: readonly PlainChange[]]>,
): Tally {
  return tallyOf([...things].flatMap(([thing, own]) => (isArrival(thing, own) ? [] : own)));
}

/** `mixed` are new things and changes that are neither a buff nor a nerf. */
export type Side = "buffed" | "nerfed" | "mixed";

/** The sides on which a patch has changes of a thing. A hero may be both buffed and nerfed. */
export function sidesOf(thing: string, changes: readonly PlainChange[]): Side[] {
  if (isArrival(thing, changes)) return ["mixed"];
  const { buffs, nerfs, others } = tallyOf(changes);
  return [
    ...(buffs > 0 ? ["buffed" as const] : []),
    ...(nerfs > 0 ? ["nerfed" as const] : []),
    ...(others > 0 ? ["mixed" as const] : []),
  ];
}
