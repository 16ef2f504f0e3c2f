import { inCodeSpan, markdownText } from "./markdown.ts";

/** Facts by the names that stand in placeholders. */
export type Facts = ReadonlyMap<string, string>;

const PLACEHOLDER = /\{\{([^}]*)\}\}/g;

/**
 * A text with facts in the place of its `{{placeholders}}`. Throws, naming `file`, where there is
 * no such fact.
 */
export function fill(text: string, facts: Facts, file: string): string {
  return text.replace(PLACEHOLDER, (_, name: string) => {
    const fact = facts.get(name);
    if (fact === undefined) throw new Error(`${file}: there is no fact {{${name}}}`);
    return fact;
  });
}

/**
 * Markdown with facts in the place of its placeholders, each as text where it stands: in a block of
 * code, in a span of code, in a link's address, elsewhere.
 */
export function fillMarkdown(source: string, facts: Facts): string {
  const filled = (text: string) => fill(text, facts, "guides");
  return source
    .split(/^(```[^\n]*\n[\s\S]*?^```$)/m)
    .map((part, at) => (at % 2 === 1 ? fillBlock(part, filled) : fillText(part, filled)))
    .join("");
}

/** The fence is longer than any that a fact holds. */
function fillBlock(block: string, filled: (text: string) => string): string {
  const [, head = "", body = ""] = /^```([^\n]*)\n([\s\S]*)```$/.exec(block) ?? [];
  const text = filled(body);
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${head}\n${text}${fence}`;
}

function fillText(text: string, filled: (text: string) => string): string {
  return text.replace(
    /`([^`]*)`|\]\(([^)]*)\)|\{\{[^}]*\}\}/g,
    (all: string, code: string | undefined, address: string | undefined) => {
      if (!all.includes("{{")) return all;
      if (code !== undefined) return inCodeSpan(filled(code));
      if (address !== undefined) return `](${inAddress(filled(address))})`;
      return markdownText(filled(all));
    },
  );
}

/** An address as it may stand in a link's brackets. */
function inAddress(address: string): string {
  return address.replace(/[\s()<>\\]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
}
