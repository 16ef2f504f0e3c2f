import type { FigureValue } from "../../core/schema/figures.ts";
import type { HeroState } from "../../core/schema/hero.ts";
import { numbersOf } from "../data/hero-numbers.ts";
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

type Numbers = ReadonlyMap<string, FigureValue>;

const NO_NUMBERS: Numbers = new Map();

const known = new WeakMap<Recorded, Lives>();

/** The life of every number on record, found once. */
export function livesOf(data: Recorded): Lives {
  const lives = known.get(data) ?? livesIn(timelineOf(data));
  known.set(data, lives);
  return lives;
}

/** The life of every number in states of the game, which are newest first. */
export function livesIn(moments: readonly Moment[]): Lives {
  const lives = new Map<string, Life[]>();
  let before = new Map<string, { hero: HeroState; numbers: Numbers }>();
  for (const { patch, state } of moments.toReversed()) {
    const after: typeof before = new Map();
    for (const hero of state.heroes) {
      const old = before.get(hero.id);
      before.delete(hero.id);
      if (old?.hero === hero) {
        after.set(hero.id, old);
        continue;
      }
      const numbers = new Map(numbersOf(hero).map(({ target, value }) => [target, value]));
      after.set(hero.id, { hero, numbers });
      addStep(lives, old?.numbers ?? NO_NUMBERS, numbers, patch.id);
    }
    for (const { numbers } of before.values()) addStep(lives, numbers, NO_NUMBERS, patch.id);
    before = after;
  }
  return lives;
}

/** Ends the lives of values that a patch took, and begins those of values that it set. */
function addStep(lives: Map<string, Life[]>, before: Numbers, after: Numbers, patch: string): void {
  for (const [target, value] of before) {
    const life = lives.get(target)?.at(-1);
    if (life !== undefined && after.get(target) !== value) life.until = patch;
  }
  for (const [target, value] of after) {
    if (before.get(target) === value) continue;
    const own = lives.get(target) ?? [];
    own.push({ since: patch, until: undefined, value });
    lives.set(target, own);
  }
}

/** The life of a value that holds after a patch. */
export function lifeAsOf(lives: Lives, target: string, patch: string): Life | undefined {
  return lives.get(target)?.findLast(({ since }) => since <= patch);
}
