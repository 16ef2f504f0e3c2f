import type { EffectCounts } from "../schema/details.ts";
import { EFFECTS, type Effect } from "../schema/patch.ts";
import { isKit } from "./targets.ts";

/** Counts changes by their effect. Of a kit, only what is inside it counts. */
export function countEffects(changes: readonly { target: string; effect: Effect }[]): EffectCounts {
  const counted = changes.filter(({ target }) => !isKit(target));
  return countsOf((effect) => counted.filter((change) => change.effect === effect).length);
}

/** The changes of a hero by whose they are. Those of 6v6 alone are apart from both. */
export function splitChanges<
  Own extends { scope?: string | null | undefined; shared?: boolean | undefined },
>(changes: readonly Own[]) {
  const in6v6 = changes.filter(({ scope }) => scope === "6v6");
  const in5v5 = changes.filter(({ scope }) => scope !== "6v6");
  return {
    own: in5v5.filter(({ shared }) => !shared),
    shared: in5v5.filter(({ shared }) => shared),
    in6v6,
  };
}

/** Counts of several heroes or patches together. */
export function addCounts(all: readonly EffectCounts[]): EffectCounts {
  return countsOf((effect) =>
    effect === "mixed" ? 0 : all.reduce((sum, counts) => sum + (counts[effect] ?? 0), 0),
  );
}

/** How many changes there are. */
export function totalOf(counts: EffectCounts): number {
  return Object.values(counts).reduce((sum: number, amount = 0) => sum + amount, 0);
}

function countsOf(amountOf: (effect: Effect) => number): EffectCounts {
  const amounts = EFFECTS.map((effect) => [effect, amountOf(effect)] as const);
  return Object.fromEntries(amounts.filter(([, amount]) => amount > 0));
}
