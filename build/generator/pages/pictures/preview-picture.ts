import { lettersOf } from "./letter-outlines.ts";

/** The sign of the site: the shapes of the three roles, on a grid of 32 by 32. */
export const SIGN =
  '<path fill="#3263d9" d="M0 0H15V19L10 24H5L0 19Z"/><path fill="#b8308a" d="M21 ' +
  '0H32V11L28 15H17V4Z"/><path fill="#f0b429" d="M21 17H28A4 4 0 0 1 32 21V28A4 4 0 0 1 28 ' +
  '32H21A4 4 0 0 1 17 28V21A4 4 0 0 1 21 17Z"/>';

/** The colours of the light theme: the ground of icons and previews, and the words on it. */
export const PAPER = "#faf9f6";
const INK = "#15181d";
const SOFT = "#575d67";

/** The preview of every page without one of its own. */
export const SITE_PREVIEW = "explorer/preview.png";

/** The file that messages show for a link to a page about one thing, such as `/heroes/ana`. */
export function previewFile(page: string): string {
  return `explorer/previews${page}.png`;
}

/** The words on a preview. */
export type PreviewText = { title: string; line: string };

/** The grid of a preview. Open Graph asks for this ratio of large pictures. */
const [WIDTH, HEIGHT] = [1200, 630];

/** Where the words of a preview begin and end. */
const [LEFT, RIGHT] = [440, 1130];

/** The sizes of a title and of the line below it. Longer texts are set smaller. */
const [TITLE, LINE] = [84, 42];

/**
 * The preview of one thing as SVG: `shapes` at the left, on a grid of 280 by 280, then its name and
 * a line about it.
 */
export function previewOf({ title, line }: PreviewText, shapes: string): string {
  const name = textAt(title, LEFT, HEIGHT / 2, sizeOf(title, TITLE), INK);
  const about = textAt(line, LEFT, HEIGHT / 2 + 84, sizeOf(line, LINE), SOFT);
  return framed(
    `<g transform="translate(90 150)">${shapes}</g>${name}${about}` +
      `<g transform="translate(1050 500) scale(2.5)">${SIGN}</g>`,
  );
}

/** The preview of all other pages as SVG: the sign and the name of the site. */
export function sitePreview(): string {
  const words = ["Game Data", "Reference"].map((line, at) =>
    textAt(line, 520, 300 + at * 125, 112, INK),
  );
  return framed(`<g transform="translate(110 155) scale(10)">${SIGN}</g>${words.join("")}`);
}

function framed(content: string): string {
  const size = `0 0 ${WIDTH} ${HEIGHT}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${size}">${content}</svg>`;
}

/** The largest size, up to `most`, at which a text fits beside the shapes. */
function sizeOf(text: string, most: number): number {
  return Math.min(most, Math.floor(((RIGHT - LEFT) * 1000) / Math.max(1, lettersOf(text).width)));
}

function textAt(text: string, x: number, y: number, size: number, colour: string): string {
  return (
    `<g fill="${colour}" transform="translate(${x} ${Math.round(y)}) ` +
    `scale(${size / 1000})">${lettersOf(text, "start").markup}</g>`
  );
}
