import { addCounts, totalOf } from "../../../core/game/effects.ts";
import { grouped } from "../../../core/grouped.ts";
import type { EffectCounts, HeroEffect, PatchDetails } from "../../../core/schema/details.ts";
import type { Effect, PatchChange, Side } from "../../../core/schema/patch.ts";
import type { Facts } from "../facts.ts";
import { count } from "./format.ts";

/** The changes of each thing, such as `heroes/ana`, in the given order. */
export function changesByThing<Own extends { target: string }>(changes: readonly Own[]) {
  // The rules of all modes are recorded with one mode.
  const thingOf = ({ target }: Own) =>
    target.replace("competitive/rules", "all").split("/", 2).join("/");
  return grouped(changes.map((change) => [thingOf(change), change] as const));
}

/** The patches that changed each thing, in the given order, without their other changes. */
export function patchesByThing(patches: readonly PatchDetails[]) {
  return grouped(
    patches.flatMap((patch) =>
      [...changesByThing(patch.changes)].map(([thing, changes]) => {
        const heroes = patch.heroes.filter(({ id }) => thing === `heroes/${id}`);
        return [thing, { ...patch, changes, heroes }] as const;
      }),
    ),
  );
}

/** Whether a patch brought a hero or map into the game. */
export function isArrival(thing: string, changes: readonly PatchChange[]): boolean {
  return changes.some(({ target, from, to }) => target === thing && from === undefined && to);
}

/** What is counted of a hero, or of several together. */
export type Counts = Pick<HeroEffect, "own"> & Partial<Pick<HeroEffect, "shared" | "in6v6">>;

/** The changes of heroes together. */
export function sumOf(heroes: readonly HeroEffect[]): Counts {
  return {
    own: addCounts(heroes.map(({ own }) => own)),
    shared: addCounts(heroes.map(({ shared }) => shared)),
    in6v6: addCounts(heroes.map(({ in6v6 }) => in6v6)),
  };
}

/** Counts in words, `2 shared nerfs`, each with its sign; of `total`, what is not of heroes. */
export function amountsOf({ own, shared = {}, in6v6 = {} }: Counts, total = 0) {
  const partsOf = (kind: string, { buff = 0, nerf = 0, ...others }: EffectCounts) =>
    [
      [buff, `${kind}buff`, `${kind}buffs`],
      [nerf, `${kind}nerf`, `${kind}nerfs`],
      [totalOf(others), `${kind}other`, `${kind}other`],
    ] as const;
  const ofHeroes = [
    ...partsOf("", own),
    ...partsOf("shared ", shared),
    [totalOf(in6v6), "in 6v6", "in 6v6"] as const,
  ];
  const rest = ofHeroes.reduce((left, [amount]) => left - amount, total);
  const amounts = ofHeroes.flatMap(([amount, sign, many]) =>
    amount > 0 ? { amount, sign, words: count(amount, sign, many) } : [],
  );
  if (rest <= 0) return amounts;
  return [...amounts, { amount: rest, sign: "neutral", words: `${rest} in maps and rules` }];
}

/** The columns of counts, with the signs that each one has. */
export const COUNT_COLUMNS = [
  { label: "Buffs", signs: ["buff"] },
  { label: "Nerfs", signs: ["nerf"] },
  { label: "Other", signs: ["other"] },
  { label: "Shared", signs: ["shared buff", "shared nerf", "shared other"] },
  { label: "6v6 only", signs: ["in 6v6"] },
  { label: "Maps, rules", signs: ["neutral"] },
];

/** What sides are called, alone and after a number of heroes, with their marks, in order. */
export const SIDES = [
  { side: "new", effect: "new", label: "New", said: "added" },
  { side: "removed", effect: "gone", label: "Removed", said: "removed" },
  { side: "reworked", effect: "mixed", label: "Reworked", said: "reworked" },
  { side: "buffed", effect: "buff", label: "Buffed", said: "buffed" },
  { side: "nerfed", effect: "nerf", label: "Nerfed", said: "nerfed" },
  { side: "mixed", effect: "mixed", label: "Mixed", said: "buffed and nerfed" },
  { side: "other", effect: "neutral", label: "Other", said: "changed otherwise" },
  { side: "shared", effect: "neutral", label: "Shared only", said: "with shared changes only" },
] as const satisfies { side: Side; effect: Effect; label: string; said: string }[];

/** The filters that find a hero: by side, and by every buff and nerf that its card shows. */
export function filtersOf({ side, own, shared }: HeroEffect): Side[] {
  const also: Side[] = [side];
  if (own.buff || shared.buff) also.push("buffed");
  if (own.nerf || shared.nerf) also.push("nerfed");
  return [...new Set(also)];
}

/** The heroes of today in the order of pages: by role, then by name. */
export function heroesByRole({ heroes, roles }: Pick<Facts, "heroes" | "roles">) {
  return roles.flatMap(({ id }) => heroes.filter(({ role }) => role === id));
}
