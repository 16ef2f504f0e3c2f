import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import opentype from "opentype.js";

/** Letters and digits of Latin-1, for signs and names, and what stands between them in names. */
const CHARACTERS = [
  ...[...Array(256).keys()]
    .map((code) => String.fromCharCode(code))
    .filter((character) => /[\p{Lu}\p{Ll}\d]/u.test(character) && !/[ªµº]/.test(character)),
  ..." !#%&'()+,-./:?–’",
];

/** Units of an em: at 512 px a letter of a sign is 248 px high, so no corner is off by a pixel. */
const EM = 1000;

const require = createRequire(import.meta.url);
const font = readFont("@fontsource/inter/files/inter-latin-800-normal.woff");
const glyphs = Object.fromEntries(
  CHARACTERS.map((character) => {
    const glyph = font.charToGlyph(character);
    const advance = Math.round((glyph.advanceWidth * EM) / font.unitsPerEm);
    return [character, { advance, outline: outlineOf(glyph) }];
  }),
);
const here = new URL("./", import.meta.url);
writeFileSync(new URL("glyphs.json", here), `${JSON.stringify(glyphs, null, 2)}\n`);
writeFileSync(
  new URL("glyphs.LICENSE.txt", here),
  readFileSync(require.resolve("@fontsource/inter/LICENSE")),
);

function readFont(name) {
  const { buffer, byteOffset, byteLength } = readFileSync(require.resolve(name));
  return opentype.parse(buffer.slice(byteOffset, byteOffset + byteLength));
}

/** In whole units; what is a little below 0 would lose the space before it. */
function outlineOf(glyph) {
  const path = glyph.getPath(0, 0, EM);
  for (const command of path.commands)
    for (const [key, value] of Object.entries(command))
      if (typeof value === "number") command[key] = Math.round(value) || 0;
  return path.toPathData(0);
}
