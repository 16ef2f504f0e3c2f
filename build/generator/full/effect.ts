import picomatch from "picomatch";
import { lastOf } from "../../core/game/targets.ts";
import { titleOfId } from "../../core/game/words.ts";
import type { EffectCounts } from "../../core/schema/details.ts";
import type { FigureField, FiguresFile } from "../../core/schema/figures.ts";
import type { Effect, PatchChange, RecordedChange, SingleEffect } from "../../core/schema/patch.ts";
import { isStep, quantityOf } from "../history/address.ts";

/** Reports what a change is about and what it means. */
export type FigureVocabulary = ReturnType<typeof createFigureVocabulary>;

/** Prepares a vocabulary for many look-ups. */
export function createFigureVocabulary({ figures, exceptions }: FiguresFile) {
  const fields = new Map(figures.map((field) => [field.name, field]));
  const matchers = exceptions.map(({ target, more }) => ({ matches: picomatch(target), more }));
  /** The field that a target's last segment names, with the exceptions of this target. */
  const fieldOf = (target: string) => {
    const name = lastOf(target);
    const field = fields.get(quantityOf(name)) ?? divisionOf(name);
    const exception = matchers.find(({ matches }) => matches(target));
    return field && exception ? { ...field, more: exception.more } : field;
  };
  return {
    fieldOf,
    /**
     * What a change means. A stated effect comes first. More of a better figure is a buff, more of
     * a worse one is a nerf; a trait that comes is more of it. Any other thing or value that was
     * added or went is new or gone. Texts, maps and modes are about the rules of the game. The
     * effect is unknown where none of this decides it.
     */
    effectOf: (change: RecordedChange) =>
      change.effect ?? effectOfFigure(change, fieldOf(change.target)) ?? effectOfThing(change),
  };
}

/** A division of a rank, such as `champion-1`. It has a score and is not in the vocabulary. */
function divisionOf(name: string): FigureField | undefined {
  if (!/-[1-5]$/.test(name)) return undefined;
  return { name, label: `at ${titleOfId(name)}`, unit: "count", more: "neutral" };
}

/** What a change of a figure means; undefined if its field or one side does not decide it. */
function effectOfFigure(
  change: PatchChange,
  field: FigureField | undefined,
): SingleEffect | undefined {
  if (!/^(heroes|roles)\//.test(change.target)) return undefined;
  const rose = isRise(change);
  if (field === undefined || rose === undefined) return undefined;
  if (field.more === "neutral") return "neutral";
  return (field.more === "better") === rose ? "buff" : "nerf";
}

/** What the coming, the going or another text of something means. */
function effectOfThing({ target, from, to }: PatchChange): SingleEffect {
  const [collection, , ...fields] = target.split("/");
  if (target.endsWith("/cooldown") && (from === null || to === null)) return "rule";
  if (/\/(names\/\w+|name|kind|tier)$/.test(target)) return "neutral";
  if (/\/(role|subrole|description|availability)$/.test(target)) return "rule";
  if (fields.length > 0 && (collection === "modes" || collection === "maps")) return "rule";
  if (from === undefined) return "new";
  if (to === undefined) return "gone";
  if (Array.isArray(from) && Array.isArray(to)) return effectOfKit(from, to);
  return typeof from === "string" ? "rule" : "unknown";
}

/** A kit is new if an ability was added, and gone if abilities were only removed. */
function effectOfKit(from: readonly unknown[], to: readonly unknown[]): SingleEffect {
  const idsOf = (kit: readonly unknown[]) => kit.map((ability) => String(Object(ability).id));
  if (idsOf(to).some((id) => !idsOf(from).includes(id))) return "new";
  return from.length > to.length ? "gone" : "rule";
}

/** Whether a change is a rise; undefined where this is not known. */
function isRise({ target, from, to }: PatchChange): boolean | undefined {
  if (isStep(lastOf(target))) {
    if (typeof to === "number" && to !== 0) return to > 0;
    return to === "increased" ? true : to === "reduced" ? false : undefined;
  }
  if (typeof from === "number" && typeof to === "number") return to > from;
  if (to === true || from === true) return to === true && from !== true;
  return undefined;
}

/** What several changes mean together. It is mixed where there are both buffs and nerfs. */
export function overallEffect(counts: EffectCounts): Effect {
  if (counts.buff && counts.nerf) return "mixed";
  const effects = ["buff", "nerf", "unknown", "new", "gone", "rule"] as const;
  return effects.find((effect) => counts[effect]) ?? "neutral";
}
