import type { Unit } from "../../../core/schema/figures.ts";

/** What a sentence of the notes says about one quantity. */
export type Statement = {
  /** The words for the quantity: `Maximum damage`. */
  phrase: string;
  /** Words behind the numbers: `per pellet`. */
  tail: string;
  unit: Unit | undefined;
} & (
  | { kind: "values"; from: number[] | undefined; to: number[] }
  /** `increased by 7%`. */
  | { kind: "step"; by: number }
  /** `isThere` is whether the trait is there now, `isRemoved` whether the notes say "removed". */
  | { kind: "trait"; isThere: boolean; isRemoved: boolean }
);

const UNITS: [RegExp, Unit][] = [
  [/^%/, "%"],
  [/^(meters?|m) ?(per second|\/s)/i, "m/s"],
  [/^(seconds?|secs?|s)\b/i, "s"],
  [/^(meters?|m)\b/i, "m"],
  [/^degrees?\b/i, "deg"],
  [/^(shots|rounds) per second/i, "shots/s"],
  [/^(x|times)\b/i, "multiplier"],
];

/** The unit that a text begins with. */
export function unitOf(text: string | undefined): Unit | undefined {
  return UNITS.find(([pattern]) => pattern.test(text ?? ""))?.[1];
}

const NUMBER = String.raw`[+-]?\d[\d,]*(?:\.\d+)?`;
/** A number or a range, with the word behind it, which may be its unit. */
const value = (side: string) =>
  `(?<${side}>${NUMBER}(?:-${NUMBER})?)` + `(?:[ -]?(?<${side}Unit>%|[a-z]+(?: per second|/s)?))?`;
const PAST = "(?<verb>increased?|reduced?|decreased?|lowered|raised|changed|adjusted)";
const BE = "(?:is |are |was |were |has been |have been |now )*";

const FORMS_OF_VALUES = [
  `^(?<phrase>.*?) ?${BE}${PAST}(?<more>(?: [a-z]+){0,4}?)(?: from)? ${value("from")} to ` +
    `${value("to")}(?<tail>.*)$`,
  `^${PAST} (?<phrase>.+?) from ${value("from")} to ${value("to")}(?<tail>.*)$`,
  `^(?<phrase>.*?) ?${BE}${PAST} to ${value("to")}.*?\\((?:up|down) from ${value("from")}.*$`,
  `^(?<phrase>.*?) ?(?:is |are )?now\\b(?<more>(?: [a-z]+){0,6}?) ${value("to")}(?<tail>[^(]*)` +
    `\\((?:up|down) from ${value("from")}.*$`,
  `^(?<phrase>.*?) ?(?:is|are) now ${value("to")}(?<tail>.*)$`,
  `^now has an? ${value("to")} (?<phrase>.+)$`,
].map((form) => new RegExp(form, "i"));

const FORMS_OF_STEPS = [
  `^(?<phrase>.+?) ${BE}${PAST}(?: by)?(?: about)? ${value("by")}(?<tail>.*)$`,
  `^(?:additionally )?(?<verb>increase|reduce|decrease)[sd]? (?<phrase>.+?) by (?:about )?` +
    `${value("by")}(?<tail>.*)$`,
].map((form) => new RegExp(form, "i"));

const FORMS_OF_TRAITS: [RegExp, boolean][] = [
  [/^.*?\bno longer (?<phrase>.+)$/i, false],
  [/^(?<phrase>.+?) (?:has been |was |is )?removed$/i, false],
  [/^removed (?:the )?(?<phrase>.+)$/i, false],
  [/^.*?\bnow (?:can |be |also |only )*(?<phrase>.+)$/i, true],
  [/^added:? (?<phrase>.+)$/i, true],
];

/** What a sentence says; undefined where it has none of the forms that are known. */
export function readSentence(sentence: string): Statement | undefined {
  const text = sentence
    .replace(/ \((?!up |down )[^)]*\)/gi, "")
    .replace(/(?<=\d)\/s\b/g, " per second")
    .replace(/[.!]$/, "")
    .trim();
  return readValues(text) ?? readStep(text) ?? readTrait(text);
}

function readValues(text: string): Statement | undefined {
  const found = firstMatch(FORMS_OF_VALUES, text);
  if (found === undefined) return undefined;
  const { phrase = "", more = "", from, fromUnit, to = "", toUnit, tail = "" } = found;
  const words = [fromUnit, toUnit].filter((word) => unitOf(word) === undefined);
  return {
    kind: "values",
    phrase: phrase.trim(),
    tail: [more, ...words, tail].join(" ").replace(/\s+/g, " ").trim(),
    unit: unitOf(toUnit) ?? unitOf(fromUnit),
    from: from === undefined ? undefined : numbersIn(from),
    to: numbersIn(to),
  };
}

function readStep(text: string): Statement | undefined {
  const found = firstMatch(FORMS_OF_STEPS, text);
  if (found === undefined) return undefined;
  const { verb = "", phrase = "", by = "", byUnit, tail = "" } = found;
  const [size = 0] = numbersIn(by);
  const sign = /^(increase|raise)/i.test(verb) ? 1 : -1;
  return { kind: "step", phrase: phrase.trim(), tail, unit: unitOf(byUnit), by: sign * size };
}

function readTrait(text: string): Statement | undefined {
  for (const [form, isThere] of FORMS_OF_TRAITS) {
    const phrase = form.exec(text)?.groups?.["phrase"];
    const isRemoved = /\bremoved\b/i.test(text);
    const about = { phrase, tail: "", unit: undefined };
    if (phrase !== undefined) return { kind: "trait", ...about, phrase, isThere, isRemoved };
  }
  return undefined;
}

function firstMatch(
  forms: readonly RegExp[],
  text: string,
): Record<string, string | undefined> | undefined {
  for (const form of forms) {
    const groups = form.exec(text)?.groups;
    if (groups !== undefined) return groups;
  }
  return undefined;
}

/** `40-60` has two numbers, `-40` one. */
function numbersIn(text: string): number[] {
  return (text.replaceAll(",", "").match(/(?:^[+-])?\d+(?:\.\d+)?/g) ?? []).map(Number);
}
