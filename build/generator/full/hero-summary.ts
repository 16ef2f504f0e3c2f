import { countEffects, splitChanges } from "../../core/game/effects.ts";
import { healthOf } from "../../core/game/state-as-of.ts";
import { weightOf } from "../../core/game/targets.ts";
import { stepOf } from "../../core/game/words.ts";
import { grouped } from "../../core/grouped.ts";
import type { ChangeDetails } from "../../core/schema/details.ts";
import type { HeroState } from "../../core/schema/hero.ts";

/** The longest summary, in characters. */
const LONGEST = 140;

/** A clause of a summary, and the changes that it covers. */
type Clause = { words: string; of: readonly ChangeDetails[] };

/**
 * What a patch or a season means for a hero, in at most 140 characters: its role, what went and
 * came, and the largest steps; then how much it shares with many heroes, where there is room. What
 * 6v6 alone has is in it only where there is nothing else. `changes` are all of the hero's from the
 * oldest on, without that of its whole kit.
 */
export function summaryOfHero(changes: readonly ChangeDetails[]): string {
  const whole = changes.find(({ target }) => target.split("/").length === 2);
  if (whole !== undefined) return whole.to === undefined ? "Removed." : arrivalOf(whole.to);
  const { own, shared } = splitChanges(changes);
  if (own.length + shared.length === 0)
    return join([...clausesOf(changes).slice(0, 1), { words: "In 6v6 only", of: changes }]);
  const words = join(own.length > 0 ? clausesOf(own) : clausesOf(shared).slice(0, 1));
  const longer = words + sentencesOf(shared);
  return longer.length <= LONGEST ? longer : words;
}

/** What a hero shares with many: ` 2 shared nerfs.`. */
function sentencesOf(shared: readonly ChangeDetails[]): string {
  const counts = Object.entries(countEffects(shared)).map(([effect, amount]) => {
    const noun = effect === "buff" || effect === "nerf" ? effect : "change";
    return ` ${amount} shared ${noun}${amount === 1 ? "" : "s"}.`;
  });
  return counts.join("");
}

/** A new hero as it arrived, which may differ from today. */
function arrivalOf(hero: unknown): string {
  if (typeof hero !== "object") return "New hero."; // an older record says only that it arrived
  const { role, health, abilities } = hero as HeroState;
  const { total } = healthOf(Object.entries(health).map(([field, value]) => ({ field, value })));
  const names = abilities.map(({ name }) => name).join(", ");
  return join([
    { words: `New ${role} hero with ${total} health`, of: [] },
    { words: `Abilities: ${names}`, of: [] },
  ]);
}

function clausesOf(changes: readonly ChangeDetails[]): Clause[] {
  const parts = changes.filter(({ field, from, to }) => field === "" && !(from && to));
  const clauseOf = (list: string, isNew: boolean) => {
    const of = parts.filter(
      ({ target, to }) => target.includes(`/${list}/`) && (to !== undefined) === isNew,
    );
    const names = of.map(({ part }) => part).join(", ");
    return of.length === 0 ? [] : [{ words: `${isNew ? "New" : "Gone"}: ${names}`, of }];
  };
  const role = changes.filter(({ target }) => target.endsWith("/role"));
  const isInside = ({ target }: ChangeDetails) =>
    parts.some((part) => `${target}/`.startsWith(`${part.target}/`));
  const values = grouped(
    changes.flatMap((change) =>
      role.includes(change) || isInside(change) ? [] : [[change.target, change]],
    ),
  );
  const steps = [...values.values()]
    .map((of) => ({ step: of.reduce((first, last) => ({ ...last, from: first.from })), of }))
    .toSorted(
      ({ step: a }, { step: b }) =>
        weightOf(a.target) - weightOf(b.target) || sizeOf(b) - sizeOf(a),
    );
  const abilities = [...clauseOf("abilities", false), ...clauseOf("abilities", true)];
  const perks = [...clauseOf("perks", false), ...clauseOf("perks", true)];
  const isNewKit = abilities.length > 0;
  return [
    ...role.map((one) => ({ words: `Now a ${one.to} hero`, of: [one] })),
    ...(isNewKit ? abilities : perks),
    ...steps.map(({ step, of }) => ({ words: stepIn(step), of })),
    ...(isNewKit ? perks : []),
  ];
}

/** By how much of itself a number changes. */
function sizeOf({ from, to }: ChangeDetails): number {
  return typeof from === "number" && typeof to === "number" ? Math.abs((to - from) / from) : 0;
}

/**
 * `Chain Hook cooldown 7 to 6 s in 5v5`, `Deadeye works on Lifeline: no longer`. Nothing of a value
 * that came back.
 */
function stepIn(change: ChangeDetails): string {
  const { part, field, unit, from, to, scope } = change;
  if (from === to) return "";
  const step = unit === "flag" ? (to ? "now" : "no longer") : stepOf(change).replace("→", "to");
  const subject = `${part} ${field}${unit === "flag" ? ":" : ""}`.trim();
  const words = `${subject} ${step.length > LONGEST / 3 ? "changes" : step}`;
  return words.charAt(0).toUpperCase() + words.slice(1) + (scope === "5v5" ? " in 5v5" : "");
}

/** As many of the clauses, in their order, as fit, and how many changes they leave out. */
function join(clauses: readonly Clause[]): string {
  let words = "";
  let left = 0;
  for (const clause of clauses) {
    const longer = `${words} ${clause.words}.`.trimStart();
    if (clause.words !== "" && longer.length <= LONGEST) words = longer;
    else left += clause.of.length;
  }
  const changes = left === 1 ? "change" : "changes";
  if (words === "") return `${left} ${changes}.`; // names are too long
  const more = ` ${left} more ${changes}.`;
  return left > 0 && words.length + more.length <= LONGEST ? words + more : words;
}
