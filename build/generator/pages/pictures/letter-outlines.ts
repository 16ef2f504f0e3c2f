import glyphs from "./glyphs.json" with { type: "json" };

type Glyph = { advance: number; outline: string };

/**
 * The characters of names as outlines, in thousandths of an em. They were drawn once from Inter
 * ExtraBold.
 */
const GLYPHS: ReadonlyMap<string, Glyph> = new Map(Object.entries(glyphs));

/** Brings characters closer together than the font does, in thousandths of an em. */
const TRACKING = -20;

/** A text as SVG paths with its baseline at 0, and its width in thousandths of an em. */
type Letters = { markup: string; width: number };

/** Draws a text, centred on 0 or starting at 0. Unknown characters are left out. */
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
