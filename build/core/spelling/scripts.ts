/** A script, and the language that its spellings are taken for. */
export type Script = { name: string; lang?: string };

/** The first that matches decides. */
const SCRIPTS: readonly (Script & { pattern: RegExp })[] = [
  { name: "Korean", pattern: /\p{Script=Hangul}/u, lang: "ko" },
  { name: "Japanese", pattern: /[\p{Script=Katakana}\p{Script=Hiragana}]/u, lang: "ja" },
  { name: "Chinese", pattern: /\p{Script=Han}/u, lang: "zh" },
  { name: "Russian", pattern: /\p{Script=Cyrillic}/u, lang: "ru" },
  { name: "Thai", pattern: /\p{Script=Thai}/u, lang: "th" },
  { name: "Arabic", pattern: /\p{Script=Arabic}/u, lang: "ar" },
];

const LATIN: Script = { name: "Latin script" };

/** The script of a spelling, and its language as far as the script determines it. */
export function scriptOf(spelling: string): Script {
  return SCRIPTS.find(({ pattern }) => pattern.test(spelling)) ?? LATIN;
}
