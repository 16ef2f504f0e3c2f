import picomatch from "picomatch";
import { EFFECTS, type Effect } from "../schema/details.ts";
import type { Direction, FigureField, FiguresFile } from "../schema/figures.ts";
import type { PatchChange } from "../schema/patch.ts";
import { isStep, quantityOf } from "./figure-target.ts";

/** The vocabulary of figures, to look up what a change is about and what it means. */
export type Vocabulary = {
  /** The field that a target's last segment names, with the exceptions of this target. */
  fieldOf: (target: string) => FigureField | undefined;
  /**
   * What a change means for the hero: more of what is better is a buff, more of what is worse a
   * nerf. A trait that comes or goes counts as more or less of it. Where a number has no value on
   * one side, or the vocabulary says nothing, the effect is unknown.
   */
  effectOf: (change: PatchChange) => Effect;
};

/** Prepares a vocabulary for many look-ups. */
export function createVocabulary({ figures, exceptions }: FiguresFile): Vocabulary {
  const fields = new Map(figures.map((field) => [field.name, field]));
  const matchers = exceptions.map(({ target, more }) => ({ matches: picomatch(target), more }));
  const fieldOf = (target: string) => {
    const field = fields.get(quantityOf(target.slice(target.lastIndexOf("/") + 1)));
    const exception = matchers.find(({ matches }) => matches(target));
    return field && exception ? { ...field, more: exception.more } : field;
  };
  return {
    fieldOf,
    effectOf: (change) => {
      if (!change.target.startsWith("heroes/")) return "unknown";
      if (/\/(names\/\w+|name|kind|tier)$/.test(change.target)) return "neutral";
      const field = fieldOf(change.target);
      const rose = directionOf(change);
      if (field === undefined || rose === undefined) return "unknown";
      return field.more === "neutral" ? "neutral" : effectOf(field.more, rose);
    },
  };
}

function effectOf(more: Exclude<Direction, "neutral">, rose: boolean): Effect {
  return (more === "better") === rose ? "buff" : "nerf";
}

/** Whether there is more of it after a change; undefined where that cannot be told. */
function directionOf({ target, from, to }: PatchChange): boolean | undefined {
  if (isStep(target.slice(target.lastIndexOf("/") + 1))) {
    if (typeof to === "number" && to !== 0) return to > 0;
    return to === "increased" ? true : to === "reduced" ? false : undefined;
  }
  if (typeof from === "number" && typeof to === "number") return to > from;
  if (to === true || from === true) return to === true && from !== true;
  return undefined;
}

/** A count of changes for each effect, before any is counted. */
export function noEffects(): Record<Effect, number> {
  return Object.fromEntries(EFFECTS.map((effect) => [effect, 0])) as Record<Effect, number>;
}

/** What several changes mean in all: mixed where some are buffs and others nerfs. */
export function overallEffect(counts: Readonly<Record<Effect, number>>): Effect {
  if (counts.mixed > 0 || (counts.buff > 0 && counts.nerf > 0)) return "mixed";
  if (counts.buff > 0) return "buff";
  if (counts.nerf > 0) return "nerf";
  return counts.unknown > 0 ? "unknown" : "neutral";
}
