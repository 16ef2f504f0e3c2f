import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import nginx from "highlight.js/lib/languages/nginx";
import python from "highlight.js/lib/languages/python";
import { LRUCache } from "lru-cache";

const LANGUAGES = { bash, javascript, json, nginx, python };

export type CodeLanguage = keyof typeof LANGUAGES;

for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

/** The element for each kind of word: `b` is emphasized, `i` steps back. Others have none. */
const ELEMENTS: Readonly<Record<string, string>> = {
  keyword: "b",
  built_in: "b",
  literal: "b",
  comment: "i",
  string: "i",
};

/** Code highlighted before. Most code is on several pages, and in the sites of all patches. */
const HIGHLIGHTED = new LRUCache<string, string>({ max: 5_000 });

/** Code as markup: keywords in `b`, strings and comments in `i`. Default: no highlighting. */
export function highlight(code: string, language?: CodeLanguage): string {
  if (language === undefined) return code.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);
  const key = `${language} ${code}`;
  const known = HIGHLIGHTED.get(key) ?? markupOf(code, language);
  HIGHLIGHTED.set(key, known);
  return known;
}

function markupOf(code: string, language: CodeLanguage): string {
  const open: (string | undefined)[] = [];
  return hljs
    .highlight(code, { language })
    .value.replace(
      /<span class="hljs-([a-z_]+)[^"]*">|<\/span>/g,
      (tag, kind: string | undefined) => {
        if (tag === "</span>") {
          const element = open.pop();
          return element === undefined ? "" : `</${element}>`;
        }
        const element = ELEMENTS[kind ?? ""];
        open.push(element);
        return element === undefined ? "" : `<${element}>`;
      },
    );
}
