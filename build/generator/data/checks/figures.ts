import { lastOf } from "../../../core/game/targets.ts";
import type { FigureField, Unit } from "../../../core/schema/figures.ts";
import type { PatchChange } from "../../../core/schema/patch.ts";
import { didYouMean } from "../../../core/spelling/lookup.ts";
import { figureTarget, isStep, quantityOf } from "../../history/address.ts";
import { resolveTarget } from "../../history/resolve-target.ts";
import { stepsOf } from "../../history/rewind.ts";
import { figuresOf } from "../hero-numbers.ts";
import type { Issue } from "../issue.ts";
import type { LoadedData } from "../load-data.ts";
import { meantField } from "./targets.ts";

/** A figure somewhere in the data. */
type Use = { target: string; field: string; value: unknown; file: string; path: Issue["path"] };

/**
 * The vocabulary has every field that heroes' files and patches use, and every value fits the unit
 * of its field.
 */
export function checkFigures(data: LoadedData): Issue[] {
  if (data.figures === undefined) return [];
  const fields = new Map(data.figures.value.figures.map((field) => [field.name, field]));
  return [...figuresOf(data), ...usesInPatches(data)].flatMap((use) => checkUse(use, fields));
}

function checkUse(use: Use, fields: ReadonlyMap<string, FigureField>): Issue[] {
  const { target, file, path, value } = use;
  const quantity = quantityOf(use.field);
  const field = fields.get(quantity);
  if (field === undefined) {
    const hint = didYouMean(quantity, fields.keys(), "; add it to figures.json");
    const message = `${target}: figures.json has no field "${quantity}"${hint}`;
    return [{ code: "unknown-figure", file, path, message, cause: quantity }];
  }
  if (value === undefined || value === null || isStep(use.field) || fits(value, field.unit))
    return [];
  const message = `${target} is ${JSON.stringify(value)}; expected ${expectedOf(field.unit)}`;
  return [{ code: "wrong-figure", file, path, message }];
}

/** A percentage and a number without a unit may be less than nothing; no other quantity may. */
const MAY_BE_NEGATIVE: readonly Unit[] = ["%", "none"];

function fits(value: unknown, unit: Unit): boolean {
  if (unit === "flag") return typeof value === "boolean";
  return typeof value === "number" && (value >= 0 || MAY_BE_NEGATIVE.includes(unit));
}

function expectedOf(unit: Unit): string {
  if (unit === "flag") return "true or false";
  const number = unit === "none" ? "a number" : `a number of ${unit}`;
  return MAY_BE_NEGATIVE.includes(unit) ? number : `${number}, 0 or more`;
}

/** The changes of figures. Figures that no state holds are in the vocabulary too. */
function usesInPatches(data: LoadedData): Use[] {
  return data.patches.flatMap(({ file, value: patch }) =>
    stepsOf(patch).flatMap(({ change, path }): Use[] => {
      const { target } = change;
      const isFigure = figureTarget(target) !== undefined;
      const field = lastOf(target);
      if (!isFigure && !isOtherFigure(change, field)) return [];
      const sides = (["from", "to"] as const).filter((side) => side in change);
      return sides.map((side) => ({
        target,
        field,
        value: isFigure ? change[side] : undefined,
        file,
        path: [...path, side],
      }));
    }),
  );
}

/** A figure of a hero that no state holds, such as a hit volume, a 6v6 value or a relative step. */
function isOtherFigure({ target, from, to }: PatchChange, field: string): boolean {
  const resolved = resolveTarget(target);
  if (!target.startsWith("heroes/") || resolved.kind !== "unmodelled") return false;
  if (meantField(resolved) !== undefined) return false; // reported as misspelt
  return isStep(field) || [from, to].some((side) => ["number", "boolean"].includes(typeof side));
}
