import glyphs from "./glyphs.json" with { type: "json" };

type Glyph = { advance: number; outline: string };

/**
 * Letters, digits and signs of names as outlines, in thousandths of an em; `npm run glyphs` makes
 * them.
 */
const GLYPHS: ReadonlyMap<string, Glyph> = new Map(Object.entries(glyphs));

/** Characters that stand closer than the font sets them, in thousandths of an em. */
const TRACKING = -20;

/** The letters of a short text as paths, the baseline at 0, and how wide they are. */
type Letters = { markup: string; width: number };

/** A text in letters, centred on 0 or beginning there. Unknown characters are left out. */
export function lettersOf(text: string, anchor: "middle" | "start" = "middle"): Letters {
  const known = [...text].flatMap((character) => GLYPHS.get(character) ?? []);
  const width = known.reduce((sum, { advance }) => sum + advance + TRACKING, -TRACKING);
  let x = anchor === "middle" ? Math.round(-width / 2) : 0;
  const markup = known.map(({ advance, outline }) => {
    const from = x;
    x += advance + TRACKING;
    return outline === "" ? "" : `<path transform="translate(${from})" d="${outline}"/>`;
  });
  return { markup: markup.join(""), width };
}

/** Whether every character of a text has an outline. */
export function hasOutlines(text: string): boolean {
  return [...text].every((character) => GLYPHS.has(character));
}
