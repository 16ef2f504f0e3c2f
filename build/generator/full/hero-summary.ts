import { splitChanges } from "../../core/game/effects.ts";
import { healthOf } from "../../core/game/state-as-of.ts";
import { weightOf } from "../../core/game/targets.ts";
import { showNumber, stepOf } from "../../core/game/words.ts";
import { grouped } from "../../core/grouped.ts";
import type { ChangeDetails } from "../../core/schema/details.ts";
import type { HeroState } from "../../core/schema/hero.ts";

/** The longest summary, in characters. */
const LONGEST = 140;

/**
 * What a patch or a season means for a hero, in at most 140 characters: its role, what went and
 * came, and the largest steps; then what it shares with many heroes. What 6v6 alone has is in it
 * only where there is nothing else. `changes` are all of the hero's from the oldest on, without
 * that of its whole kit.
 */
export function summaryOfHero(changes: readonly ChangeDetails[]): string {
  const whole = changes.find(({ target }) => target.split("/").length === 2);
  if (whole !== undefined) return whole.to === undefined ? "Removed." : arrivalOf(whole.to);
  const { own, shared } = splitChanges(changes);
  if (own.length + shared.length === 0) return join(["In 6v6 only", ...clausesOf(changes)]);
  return join([...clausesOf(own), ...clausesOf(shared)]);
}

/** A new hero as it arrived, which may differ from today. */
function arrivalOf(hero: unknown): string {
  if (typeof hero !== "object") return "New hero."; // an older record says only that it arrived
  const { role, health, abilities } = hero as HeroState;
  const { total } = healthOf(Object.entries(health).map(([field, value]) => ({ field, value })));
  const names = abilities.map(({ name }) => name).join(", ");
  return join([`New ${role} hero with ${total} health`, `Abilities: ${names}`]);
}

function clausesOf(changes: readonly ChangeDetails[]): string[] {
  const parts = changes.filter(({ field, from, to }) => field === "" && !(from && to));
  const clauseOf = (list: string, isNew: boolean) => {
    const of = parts.filter(
      ({ target, to }) => target.includes(`/${list}/`) && (to !== undefined) === isNew,
    );
    const names = of.map(({ part }) => part).join(", ");
    return of.length === 0 ? [] : [`${isNew ? "New" : "Gone"}: ${names}`];
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
    .map((of) => of.reduce((first, last) => ({ ...last, from: first.from })))
    .toSorted((a, b) => weightOf(a.target) - weightOf(b.target) || sizeOf(b) - sizeOf(a));
  const abilities = [...clauseOf("abilities", false), ...clauseOf("abilities", true)];
  const perks = [...clauseOf("perks", false), ...clauseOf("perks", true)];
  const isNewKit = abilities.length > 0;
  return [
    ...role.map(({ to }) => `Now a ${to} hero`),
    ...(isNewKit ? abilities : perks),
    ...steps.map(stepIn).filter(Boolean),
    ...(isNewKit ? perks : []),
  ];
}

/** By how much of itself a number changes. */
function sizeOf({ from, to }: ChangeDetails): number {
  return typeof from === "number" && typeof to === "number" ? Math.abs((to - from) / from) : 0;
}

/**
 * `Chain Hook cooldown 7 to 6 s in 5v5`, `Deadeye works on Lifeline: no longer`; without a unit,
 * `Hit volume of the head 20 to 17 (−15%)`. Nothing of a value that came back.
 */
function stepIn(change: ChangeDetails): string {
  const { part, field, unit, from, to, scope } = change;
  if (from === to) return "";
  const step = unit === "flag" ? (to ? "now" : "no longer") : stepOf(change).replace("→", "to");
  const share = unit === "none" && from ? Math.round((Number(to) / Number(from) - 1) * 100) : 0;
  const inPercent = share ? ` (${share > 0 ? "+" : ""}${showNumber(share)}%)` : "";
  const subject = `${part} ${field}${unit === "flag" ? ":" : ""}`.trim();
  const words = `${subject} ${step.length > LONGEST / 3 ? "changes" : step + inPercent}`;
  return words.charAt(0).toUpperCase() + words.slice(1) + (scope === "5v5" ? " in 5v5" : "");
}

/** As many of the clauses, in their order, as fit, and whether there are more. */
function join(clauses: readonly string[]): string {
  const end = " …";
  let words = "";
  let fit = 0;
  for (const clause of clauses) {
    const longer = `${words} ${clause}.`.trimStart();
    const isLast = fit + 1 === clauses.length;
    if (longer.length + (isLast ? 0 : end.length) > LONGEST) continue;
    words = longer;
    fit += 1;
  }
  if (words === "") return clauses.length === 0 ? "Nothing that lasted." : "Many changes.";
  return fit < clauses.length ? words + end : words;
}
