import picomatch from "picomatch";
import { EFFECTS, type Effect } from "../schema/details.ts";
import type { Direction, FigureField, FiguresFile } from "../schema/figures.ts";
import type { PatchChange } from "../schema/patch.ts";
import { isStep, quantityOf } from "./figure-target.ts";

/** Tells what a change is about and what it means. */
export type FigureVocabulary = {
  /** The field that a target's last segment names, with the exceptions of this target. */
  fieldOf: (target: string) => FigureField | undefined;
  /**
   * What a change means for the hero. More of a better figure is a buff, more of a worse one is a
   * nerf. A trait that comes is more of it; a trait that goes is less of it. The effect is unknown
   * where a number lacks a side, or where the vocabulary does not have the field.
   */
  effectOf: (change: PatchChange) => Effect;
};

/** Prepares a vocabulary for many look-ups. */
export function createFigureVocabulary({ figures, exceptions }: FiguresFile): FigureVocabulary {
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
      const rose = isRise(change);
      if (field === undefined || rose === undefined) return "unknown";
      return field.more === "neutral" ? "neutral" : effectOf(field.more, rose);
    },
  };
}

function effectOf(more: Exclude<Direction, "neutral">, rose: boolean): Effect {
  return (more === "better") === rose ? "buff" : "nerf";
}

/** Whether a change is a rise; undefined where this cannot be told. */
function isRise({ target, from, to }: PatchChange): boolean | undefined {
  if (isStep(target.slice(target.lastIndexOf("/") + 1))) {
    if (typeof to === "number" && to !== 0) return to > 0;
    return to === "increased" ? true : to === "reduced" ? false : undefined;
  }
  if (typeof from === "number" && typeof to === "number") return to > from;
  if (to === true || from === true) return to === true && from !== true;
  return undefined;
}

/** Zero for each effect, to count changes in. */
export function noEffects(): Record<Effect, number> {
  return Object.fromEntries(EFFECTS.map((effect) => [effect, 0])) as Record<Effect, number>;
}

/** What several changes mean together. It is mixed where there are both buffs and nerfs. */
export function overallEffect(counts: Readonly<Record<Effect, number>>): Effect {
  if (counts.mixed > 0 || (counts.buff > 0 && counts.nerf > 0)) return "mixed";
  if (counts.buff > 0) return "buff";
  if (counts.nerf > 0) return "nerf";
  return counts.unknown > 0 ? "unknown" : "neutral";
}
