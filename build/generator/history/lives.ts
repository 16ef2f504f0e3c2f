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
  let before: readonly HeroState[] = [];
  for (const { patch, state } of moments.toReversed()) {
    const [old, now] = [numbersOnlyIn(before, state.heroes), numbersOnlyIn(state.heroes, before)];
    for (const [target, value] of old) {
      const life = lives.get(target)?.at(-1);
      if (life !== undefined && now.get(target) !== value) life.until = patch.id;
    }
    for (const [target, value] of now) {
      if (old.get(target) === value) continue;
      const own = lives.get(target) ?? [];
      own.push({ since: patch.id, until: undefined, value });
      lives.set(target, own);
    }
    before = state.heroes;
  }
  return lives;
}

/** The numbers of the parts of heroes that other states do not share. */
function numbersOnlyIn(heroes: readonly HeroState[], others: readonly HeroState[]) {
  const known = new Map(others.map((hero) => [hero.id, hero]));
  const numbers = elementsOnlyIn(heroes, others).flatMap(({ id, health, abilities, perks }) => {
    const other = known.get(id);
    return numbersOf({
      id,
      health: health === other?.health ? {} : health,
      abilities: elementsOnlyIn(abilities, other?.abilities ?? []),
      perks: elementsOnlyIn(perks, other?.perks ?? []),
    });
  });
  return new Map(numbers.map(({ target, value }) => [target, value]));
}

/** The life of a value that holds after a patch. */
export function lifeAsOf(lives: Lives, target: string, patch: string): Life | undefined {
  return lives.get(target)?.findLast(({ since }) => since <= patch);
}
