import { InputError } from "../../terminal/terminal.ts";

/** A line of patch notes, without markup. */
export type NotesLine = {
  text: string;
  /** The level of a heading; undefined of other lines, and where the markup is lost. */
  level: number | undefined;
  isBullet: boolean;
};

const EXPECTED = "expected the publisher's patch notes in English, as text, HTML or Markdown";

/** Words that every English text has. Other languages in Latin letters have few of them. */
const ENGLISH = /\b(the|to|from|and|of|is|by|now|with|for)\b/gi;

/** Words that patch notes have and other pages about the game have not. */
const PATCH_NOTES =
  /\b(patch notes|bug fix(es)?|hot ?fix|fixed an? (issue|bug)|hero (balance )?updates?|(increased|reduced|decreased) (from|to|by) \d)/i;

/**
 * The lines of a page of patch notes, which may be text, HTML or Markdown. Comments of developers
 * are left out. Throws `InputError` where the page is empty, in another language, or about
 * something else.
 */
export function readPage(page: string, name: string): NotesLine[] {
  const text = (/<(html|body|div|li|h[1-6]|p)\b/i.test(page) ? textOfHtml(page) : page).normalize(
    "NFKC",
  );
  if (text.trim() === "") throw new InputError(`${name} is empty; ${EXPECTED}`);
  const letters = text.match(/\p{Letter}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const words = text.match(/\p{Letter}+/gu)?.length ?? 0;
  const english = text.match(ENGLISH)?.length ?? 0;
  if (latin < letters * 0.8 || english < words * 0.04)
    throw new InputError(`${name} is not in English; ${EXPECTED}`);
  if (!PATCH_NOTES.test(text)) throw new InputError(`${name} has no patch notes; ${EXPECTED}`);
  return text.split(/\r?\n/).flatMap((line) => readLine(line) ?? []);
}

/** Undefined for lines that say nothing about the game. */
function readLine(line: string): NotesLine | undefined {
  const [, hashes = "", bullet = "", rest = ""] =
    /^\s*(#{1,6}(?=\s))?\s*([-*•+](?=\s))?\s*(.*)$/.exec(line) ?? [];
  const isComment = /^(>|\*[^*].*\*$|_[^_].*_$|[*_]*(developer|director)'?s?'? (comment|note)s?)/i;
  if (isComment.test(rest)) return undefined;
  const text = rest
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*|__/g, "")
    .replace(/[‐-―−]/g, "-")
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, " ")
    .trim();
  if (text === "") return undefined;
  return { text, level: hashes.length || undefined, isBullet: bullet !== "" };
}

const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  rsquo: "'",
  lsquo: "'",
  ndash: "-",
  mdash: "-",
};

/** The text of HTML, with headings and list items marked as in Markdown. */
function textOfHtml(html: string): string {
  return html
    .replace(/<(script|style|head)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/gi, "")
    .replace(/\s+/g, " ")
    .replace(/<h([1-6])\b[^>]*>/gi, (_, level: string) => `\n${"#".repeat(Number(level))} `)
    .replace(/<li\b[^>]*>/gi, "\n- ")
    .replace(/<em>(developer|director)/gi, "\n$1")
    .replace(/<\/?(p|div|ul|ol|li|h[1-6]|br|section|article|tr|table)\b[^>]*>/gi, "\n")
    .replace(/<[^>]+>/g, "")
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all: string, ...groups: string[]) => {
      const [decimal, hex, name = ""] = groups;
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? "", 16);
      if (Number.isNaN(code)) return ENTITIES[name] ?? all;
      return code <= 0x10ffff ? String.fromCodePoint(code) : "";
    });
}
