import { thingOf } from "../../core/game/targets.ts";
import { stepOf, subjectOf } from "../../core/game/words.ts";
import type { ChangeDetails } from "../../core/schema/details.ts";
import type { Unit } from "../../core/schema/figures.ts";
import type { Effect, PatchChange } from "../../core/schema/patch.ts";
import type { FigureVocabulary } from "./effect.ts";

/** A change in words. `nameOf` gives the name of a thing by its path. */
export function wordsOfChange(
  change: PatchChange,
  effect: Effect,
  nameOf: (path: string) => string,
  vocabulary: FigureVocabulary,
): Pick<ChangeDetails, "part" | "field" | "unit" | "text"> {
  const known = vocabulary.fieldOf(change.target);
  const thing = thingOf(change.target);
  const unit = thing === change.target ? null : unitOf(change, known?.unit);
  const { part, field } = subjectOf(change.target, nameOf, known?.label);
  const subject = [part, field].filter(Boolean).join(" ");
  const said = renamingOf(change) ?? `${subject} ${stepOf({ ...change, unit })}`;
  const text = `${nameOf(thing)}: ${said}`;
  const isSaid = effect === "neutral" || effect === "unknown" || text.endsWith(` is ${effect}`);
  return { part, field, unit, text: isSaid ? text : `${text} (${effect})` };
}

/** `Protection Suzu is now called Guarding Suzu`; undefined of a change that renames nothing. */
function renamingOf({ target, from, to }: PatchChange): string | undefined {
  const isName = /\/(name|names\/en)$/.test(target);
  return isName && typeof from === "string" && typeof to === "string"
    ? `${from} is now called ${to}`
    : undefined;
}

/** The unit of a change. A relative step is in percent, whatever the unit of its figure is. */
function unitOf({ target, from, to }: PatchChange, unit: Unit | undefined): Unit | null {
  const value = to ?? from;
  if (typeof value === "string") return null;
  if (/ChangePercent$/.test(target)) return "%";
  return unit ?? (typeof value === "number" && /Percent$/.test(target) ? "%" : null);
}
