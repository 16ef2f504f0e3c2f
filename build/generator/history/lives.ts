import { onceFor } from "../../core/once.ts";
import type { FigureValue } from "../../core/schema/figures.ts";
import type { HeroState } from "../../core/schema/hero.ts";
import { numbersOf } from "../data/hero-numbers.ts";
import { elementsOnlyIn } from "./changes-between.ts";
import { type Moment, type Recorded, timelineOf } from "./timeline.ts";

/** How long a number of a hero was what it was. */
export type Life = {
  /** The patch that set the value, or the oldest one on record. */
  since: string;
  /** The patch that ended it; undefined for a value of today. */
  until: string | undefined;
  value: FigureValue;
};

/** The lives of the numbers of heroes by target, oldest first. */
export type Lives = ReadonlyMap<string, readonly Life[]>;

/** The life of every number on record. */
export const livesOf = onceFor((data: Recorded): Lives => livesIn(timelineOf(data)));

/** The life of every number in states of the game, which are newest first. */
function livesIn(moments: readonly Moment[]): Lives {
  const lives = new Map<string, Life[]>();
  let before = new Map<string, HeroState>();
  for (const { patch, state } of moments.toReversed()) {
    const after = new Map(state.heroes.map((hero) => [hero.id, hero]));
    for (const hero of state.heroes) addStep(lives, before.get(hero.id), hero, patch.id);
    for (const [id, hero] of before) if (!after.has(id)) addStep(lives, hero, undefined, patch.id);
    before = after;
  }
  return lives;
}

/** Ends the lives of values that a patch took, and begins those of values that it set. */
function addStep(
  lives: Map<string, Life[]>,
  before: HeroState | undefined,
  after: HeroState | undefined,
  patch: string,
): void {
  if (before === after) return;
  const old = numbersOnlyIn(before, after);
  const now = numbersOnlyIn(after, before);
  for (const [target, value] of old) {
    const life = lives.get(target)?.at(-1);
    if (life !== undefined && now.get(target) !== value) life.until = patch;
  }
  for (const [target, value] of now) {
    if (old.get(target) === value) continue;
    const own = lives.get(target) ?? [];
    own.push({ since: patch, until: undefined, value });
    lives.set(target, own);
  }
}

/** The numbers of the parts of a hero that another state does not share. */
function numbersOnlyIn(
  hero: HeroState | undefined,
  other: HeroState | undefined,
): Map<string, FigureValue> {
  if (hero === undefined) return new Map();
  const numbers = numbersOf({
    id: hero.id,
    health: hero.health === other?.health ? {} : hero.health,
    abilities: elementsOnlyIn(hero.abilities, other?.abilities ?? []),
    perks: elementsOnlyIn(hero.perks, other?.perks ?? []),
  });
  return new Map(numbers.map(({ target, value }) => [target, value]));
}

/** The life of a value that holds after a patch. */
export function lifeAsOf(lives: Lives, target: string, patch: string): Life | undefined {
  return lives.get(target)?.findLast(({ since }) => since <= patch);
}
