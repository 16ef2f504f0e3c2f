import type { FigureField, Unit } from "../../../core/schema/figures.ts";
import { type KnownValue, type Owner, wordsOf } from "./kit.ts";
import type { Statement } from "./read-sentence.ts";

/** What the notes say about a value: its words, its unit, and what it was. */
type Wanted = Pick<Statement, "phrase" | "tail" | "unit"> & { from: number | undefined };

/** What a word costs that only our figure has, or only the notes have. A shared one counts 1. */
const PENALTY = { missing: 0.5, extra: 0.4 };

/** The values that a statement is about; more than one where several weapons share a heading. */
export function findValues(owners: readonly Owner[], wanted: Wanted): KnownValue[] {
  const fitting = owners.flatMap(({ values }) => values).filter(({ unit }) => fits(unit, wanted));
  const equal = fitting.filter(({ value }) => value === wanted.from);
  const [best] = rank(equal, wanted);
  if (best !== undefined)
    return equal.filter(({ field }) => field === best.field && wanted.from !== undefined);
  const [alike] = rank(fitting, wanted).filter((known) => {
    const { shared, missing, extra } = likeness(known, wanted);
    return missing === 0 && extra <= shared;
  });
  return alike === undefined ? [] : [alike];
}

/** The values that have a word in common with the statement, the best first. */
function rank(values: readonly KnownValue[], wanted: Wanted): KnownValue[] {
  const scored = values.map((known) => ({ known, ...likeness(known, wanted) }));
  return scored
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ known }) => known);
}

function likeness({ words, unit }: KnownValue, wanted: Wanted) {
  const said = wordsOf(wanted.phrase);
  const all = new Set([...said, ...wordsOf(wanted.tail)]);
  const scores = words.map((own) => {
    const shared = [...own].filter((word) => all.has(word)).length;
    const missing = own.size - shared;
    const extra = [...said].filter((word) => !own.has(word)).length;
    const score = shared - PENALTY.missing * missing - PENALTY.extra * extra;
    const isOpposite = all.has("min") && !own.has("min");
    return { shared: isOpposite ? 0 : shared, missing, extra, score };
  });
  const [best = { shared: 0, missing: 0, extra: 0, score: 0 }] = scores.sort(
    (a, b) => b.score - a.score,
  );
  return { ...best, score: best.score + (unit === wanted.unit ? 0.5 : 0) };
}

/** Notes leave units out, and give speeds in meters. */
function fits(unit: Unit, { unit: said }: Wanted): boolean {
  if (said === undefined || said === unit) return unit !== "flag";
  return said === "m" && unit === "m/s";
}

/**
 * The field of the vocabulary with the words of a phrase and its unit: with all of them, or with
 * those at its end, since a phrase may begin with the name of an ability.
 */
export function fieldNamed(
  { phrase, tail, unit }: Pick<Statement, "phrase" | "tail" | "unit">,
  fields: ReadonlyMap<string, FigureField>,
): FigureField | undefined {
  const words = withoutClause(phrase).split(" ");
  for (const first of words.keys()) {
    const end = words.slice(first).join(" ");
    const field =
      fieldWith(wordsOf(`${end} ${tail}`), unit, fields) ?? fieldWith(wordsOf(end), unit, fields);
    if (field !== undefined) return field;
  }
  return undefined;
}

function fieldWith(
  all: ReadonlySet<string>,
  unit: Unit | undefined,
  fields: ReadonlyMap<string, FigureField>,
): FigureField | undefined {
  const isSame = (words: ReadonlySet<string>) =>
    words.size === all.size && [...all].every((word) => words.has(word));
  return [...fields.values()].find(
    (field) =>
      (unit === undefined ? field.unit !== "%" : field.unit === unit) &&
      field.unit !== "flag" &&
      (isSame(wordsOf(field.name)) || isSame(wordsOf(field.label))),
  );
}

/** `Jump height while active` is a jump height. */
function withoutClause(phrase: string): string {
  return phrase.replace(/(?<=.) (while|when|during|after|against|on|for)\b.*$/i, "");
}

/** A name for a figure that the vocabulary lacks: `Joyride detection radius` as one word. */
export function newField({ phrase, unit }: Pick<Statement, "phrase" | "unit">): string {
  const words = withoutClause(phrase)
    .replace(/'s?\b|%/g, "")
    .match(/[a-z]+/gi) ?? ["value"];
  const name = words
    .filter((word) => !/^(the|a|an|of|is|are|be|been|now|base|by)$/i.test(word))
    .map((word, at) => (at === 0 ? word.toLowerCase() : word[0]?.toUpperCase() + word.slice(1)))
    .join("");
  return unit === "%" ? `${name}Percent` : name;
}
