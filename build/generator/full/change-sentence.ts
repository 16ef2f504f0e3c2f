import { COLLECTIONS, isCollection } from "../../core/schema/collections.ts";
import type { FigureField, Unit } from "../../core/schema/figures.ts";
import type { Effect, PatchChange } from "../../core/schema/patch.ts";
import { isStep } from "../history/address.ts";
import type { FigureVocabulary } from "./effect.ts";

/** A change in words. */
export type ChangeWords = {
  /** The thing that it belongs to, such as Ana. */
  thing: string;
  /** What changed of it, such as Sleep Dart cooldown. */
  subject: string;
  unit: Unit | null;
  /** The whole sentence: `Ana: Sleep Dart cooldown 15 → 14 s (buff)`. */
  text: string;
};

/** Puts changes into words. `nameOf` gives the name of a thing by its path. */
export function createChangeSentences(
  nameOf: (path: string) => string,
  vocabulary: FigureVocabulary,
): (change: PatchChange, effect: Effect) => ChangeWords {
  return (change, effect) => {
    const segments = change.target.split("/");
    const thing = nameOf(segments.slice(0, 2).join("/"));
    const field = vocabulary.fieldOf(change.target);
    const unit = segments.length > 2 ? unitOf(change, field) : null;
    const subject = subjectOf(segments, nameOf, field?.label);
    const text = `${thing}: ${subject}${stepOf(change, unit, nameOf)}`;
    const isSaid = effect === "neutral" || effect === "unknown" || text.endsWith(` is ${effect}`);
    return { thing, subject, unit, text: isSaid ? text : `${text} (${effect})` };
  };
}

/** The unit of a change. A relative step is in percent, whatever the unit of its figure is. */
function unitOf({ target, from, to }: PatchChange, field: FigureField | undefined): Unit | null {
  const value = to ?? from;
  if (typeof value === "string") return null;
  if (/ChangePercent$/.test(target)) return "%";
  return field?.unit ?? (typeof value === "number" && /Percent$/.test(target) ? "%" : null);
}

/** Segments of a target that a sentence leaves out. */
const UNSAID = /^(abilities|subroles|perks|health|hitVolume|perkCosts|rules)$/;

function subjectOf(
  segments: readonly string[],
  nameOf: (path: string) => string,
  label: string | undefined,
): string {
  const [collection] = segments;
  if (segments.length === 2)
    return isCollection(collection) ? `the ${COLLECTIONS[collection].thing}` : "it";
  if (segments.length === 3 && segments[2] === "abilities") return "the kit";
  const words = segments.flatMap((segment, at) => {
    if (at < 2 || UNSAID.test(segment)) return [];
    if (/^\dv\d$/.test(segment)) return [`in ${segment}`];
    const list = segments[at - 1] ?? "";
    const name = nameOf(segments.slice(0, at + 1).join("/"));
    if (list === "perks") return [`perk ${name}`];
    if (["abilities", "subroles"].includes(list)) return [name];
    return [at === segments.length - 1 && label !== undefined ? label : wordsOf(segment)];
  });
  return words.join(" ");
}

/** `falloffRangeMin` as `falloff range min`, `grand-master` as `grand master`. */
function wordsOf(segment: string): string {
  return segment
    .replace(/(Change)?Percent$/, "")
    .replace(
      /([a-z0-9])([A-Z])/g,
      (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
    )
    .replaceAll("-", " ")
    .replace(/^top500/, "Top 500")
    .replace(/^subrole$/, "sub-role");
}

/** Fields whose values are ids of things, and where those have their names. */
const NAMED_BY_ID: ReadonlyMap<string, string> = new Map([
  ["role", "roles"],
  ["subrole", "subroles"],
  ["mode", "modes"],
  ["minimumRank", "ranks"],
]);

/** What happened to the value, with a space before it: ` 15 → 14 s`. */
function stepOf(change: PatchChange, unit: Unit | null, nameOf: (path: string) => string): string {
  const { target, from, to } = change;
  const last = target.slice(target.lastIndexOf("/") + 1);
  const list = NAMED_BY_ID.get(last);
  const show = (value: unknown): string =>
    list !== undefined && typeof value === "string" ? nameOf(`${list}/${value}`) : plain(value);
  if (isStep(last))
    return ` ${typeof to === "number" && to > 0 ? "+" : ""}${show(to)}${unitIn(unit)}`;
  if (isWhole(from) && isWhole(to)) return " changes";
  if (from === undefined)
    return isWhole(to) || to === true ? " is new" : ` is now ${show(to)}${unitIn(unit)}`;
  if (to === undefined)
    return isWhole(from) || from === true ? " is gone" : ` ${show(from)}${unitIn(unit)} is gone`;
  if (to === null) return ` ${show(from)}${unitIn(unit)} → none`;
  return ` ${show(from)} → ${show(to)}${unitIn(unit)}`;
}

function isWhole(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function plain(value: unknown): string {
  if (value === true) return "yes";
  if (value === false) return "no";
  if (value === null || value === undefined) return "none";
  return typeof value === "number" ? `${value}`.replace("-", "−") : String(value);
}

const SILENT_UNITS: ReadonlySet<Unit> = new Set(["count", "flag", "none"]);

function unitIn(unit: Unit | null): string {
  if (unit === null || SILENT_UNITS.has(unit)) return "";
  if (unit === "multiplier") return "×";
  return unit === "deg" ? "°" : ` ${unit}`;
}
