import { scriptOf } from "../../../../core/spelling/scripts.ts";
import type { SearchIndex } from "./data.ts";
import { loadData } from "./load.ts";

/** What is not a name of the page, or is in another language on purpose. */
const OTHERS = "pre, code, script, style, .spellings, #names-in";

/** The names of heroes, maps, abilities and perks in a language, by the English ones. */
export function namesIn(
  { heroes, maps, skills, names }: SearchIndex,
  language: string,
): Map<string, string> {
  const found = new Map<string, string>();
  const parts = names[language]?.split("\n") ?? [];
  for (const [at, [, , name]] of skills.entries()) if (parts[at]) found.set(name, parts[at]);
  // Spellings carry no language. A hero's official names come first; else one that is alone in its
  // script is taken for the name.
  const add = (name: string, spellings: readonly string[], isOfficial: boolean) => {
    const own = spellings.filter((spelling) => scriptOf(spelling).lang === language);
    if (own[0] !== undefined && (isOfficial || own.length === 1)) found.set(name, own[0]);
  };
  const isOfficial = language === "ko" || language === "zh";
  for (const [, name, , , , spellings] of heroes) add(name, spellings, isOfficial);
  for (const [, name, , spellings] of maps) add(name, spellings, false);
  return found;
}

/** Replaces each text below a node that is a name, and nothing else. */
function replaceBelow(root: Node, names: ReadonlyMap<string, string>, language: string): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text: Node | null = texts.currentNode; text !== null; text = texts.nextNode()) {
    const [, before = "", name = "", after = ""] =
      /^(\s*(?:Perk )?)(.*?)(\s*)$/s.exec(text.nodeValue ?? "") ?? [];
    const other = names.get(name);
    const parent = text.parentElement;
    if (other === undefined || parent === null || parent.closest(OTHERS) !== null) continue;
    text.nodeValue = before + other + after;
    if (parent.childNodes.length === 1) parent.lang = language;
  }
}

async function showNames(language: string): Promise<void> {
  const names = namesIn(await loadData<SearchIndex>("index"), language);
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      for (const node of addedNodes.length === 0 ? [target] : addedNodes)
        replaceBelow(node, names, language);
    observer.takeRecords(); // its own changes
  });
  replaceBelow(document.body, names, language);
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
}

const select = document.querySelector<HTMLSelectElement>("#names-in");
if (select !== null) showNames(select.value).catch(() => undefined); // names stay English
