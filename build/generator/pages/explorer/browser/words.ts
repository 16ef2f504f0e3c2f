import { fold } from "../../../../core/spelling/fold.ts";

/** Words that are ignored if the query has others. */
export const IGNORED: ReadonlySet<string> = new Set(
  "a an and are does for how i in is of on the to what when where".split(" "),
);

/** A term as it is compared: folded, without Latin accents. */
export function termOf(term: string): string {
  return fold(term.normalize("NFD").replace(/[\u0300-\u036f]/g, ""));
}

/** The words of a text. An apostrophe does not end a word. */
export function wordsOf(text: string): string[] {
  return text.replace(/['’]/g, "").match(/[\p{L}\p{N}\p{M}ー]+/gu) ?? [];
}
