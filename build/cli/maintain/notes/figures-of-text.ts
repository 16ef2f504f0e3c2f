import type { Unit } from "../../../core/schema/figures.ts";

/** A number of a description, with the words for it. */
export type Described = { phrase: string; tail: string; unit: Unit | undefined; value: number };

/** What the words around a number say that it is. */
const FORMS: [form: RegExp, unit: Unit, phrase: string][] = [
  [/\b(?:for|decays over|lasts) (?<value>[\d.]+) seconds?/gi, "s", "duration"],
  [/\bslow\w*\b[^.,%]*? by (?<value>[\d.]+)%/gi, "%", "slow"],
  [
    /(?<value>[\d.]+)% (?:increased |bonus |more )?(?<words>[a-z]+(?: speed| size| range)?)/gi,
    "%",
    "",
  ],
  [/\bheals?\b[^.,]*? (?<value>[\d.]+) (?:health )?(?<words>per second)/gi, "hp/s", "healing"],
  [/(?<value>[\d.]+) (?<words>overhealth|damage|shields|instant healing)(?! per)/gi, "hp", ""],
  [/(?<value>[\d.]+) (?<words>additional [a-z]+)/gi, "count", ""],
];

/** The numbers of a sentence that describes a perk: `gains 20% lifesteal for 4 seconds`. */
export function figuresOfText(text: string): Described[] {
  return FORMS.flatMap(([form, unit, phrase]) =>
    [...text.matchAll(form)].map(({ groups = {} }) => {
      const { value, words = "" } = groups;
      return { phrase: `${phrase} ${words}`.trim(), tail: "", unit, value: Number(value) };
    }),
  );
}
