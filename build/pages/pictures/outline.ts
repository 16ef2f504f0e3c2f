import glyphs from "./glyphs.json" with { type: "json" };

type Glyph = { advance: number; outline: string };

/** Letters and digits as outlines, in thousandths of an em; `npm run glyphs` makes them. */
const GLYPHS: ReadonlyMap<string, Glyph> = new Map(Object.entries(glyphs));

/** Characters that stand closer than the font sets them, in thousandths of an em. */
const TRACKING = -20;

/** A short text as outlines, centred on 0, its baseline at 0. Unknown characters are left out. */
export function outlinesOf(text: string): { x: number; outline: string }[] {
  const known = [...text].flatMap((character) => GLYPHS.get(character) ?? []);
  const width = known.reduce((sum, { advance }) => sum + advance + TRACKING, -TRACKING);
  let x = Math.round(-width / 2);
  return known.map(({ advance, outline }) => {
    const placed = { x, outline };
    x += advance + TRACKING;
    return placed;
  });
}

/** Whether every character of a text has an outline. */
export function hasOutlines(text: string): boolean {
  return [...text].every((character) => GLYPHS.has(character));
}
