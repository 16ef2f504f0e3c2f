import { Marked, Renderer, type Token, type Tokens } from "marked";
import type { Reference } from "../data/reference.ts";
import type { Site } from "../site/site.ts";
import { guideFacts } from "./guide-facts.ts";
import { escapeHtml, htmlPage } from "./html.ts";

/** The guides to the API in reading order; their code is in curl, JavaScript and Python. */
export const API_GUIDES = [
  "first-call",
  "names",
  "patches",
  "history",
  "kits-with-numbers",
  "limits",
  "keys-and-tokens",
  "caching",
  "generated-clients",
  "mirrors",
] as const;

/** The guides for whoever uses the package, runs a deployment, or edits the data. */
export const OTHER_GUIDES = [
  "javascript",
  "your-server",
  "assistants",
  "match-logs",
  "static-hosts",
  "operating",
  "at-the-edge",
  "performance",
  "maintaining",
] as const;

/** All guides: `/guides/<id>` is made of `guides/<id>.md`. */
export const GUIDES = [...API_GUIDES, ...OTHER_GUIDES];

/** A guide as it is written: its title, a paragraph that says what it is about, and the rest, with `{{placeholders}}` for facts. */
export type GuideSource = { id: string; markdown: string };

/** What a reader sees above a block of code, by its language in the source. */
const CAPTIONS: Record<string, string> = {
  sh: "curl",
  js: "JavaScript",
  "js package": "JavaScript, with the package",
  python: "Python",
  shell: "Shell",
  output: "This prints",
};

const markdown = new Marked({
  renderer: {
    // Long lines scroll, which a keyboard can do only in what has the focus.
    code: ({ text, lang = "" }: Tokens.Code) =>
      `<figure><figcaption>${escapeHtml(CAPTIONS[lang] ?? lang)}</figcaption><pre tabindex="0"><code>${escapeHtml(text)}</code></pre></figure>\n`,
    // So do wide tables. A corner without a word is no header.
    table(token: Tokens.Table) {
      const table = Renderer.prototype.table.call(this, token).replace("<th></th>", "<td></td>");
      return `<div class="wide" tabindex="0">${table}</div>\n`;
    },
  },
});

/** Adds a page for each guide, and `/guides`, which lists them. */
export function addGuides(
  site: Site,
  reference: Reference,
  baseUrl: string,
  sources: readonly GuideSource[],
  keySettings?: string,
): void {
  const facts = guideFacts(reference, baseUrl, keySettings);
  const guides = sources.map(({ id, markdown: text }) => ({
    id,
    ...parseGuide(id, text, (part) => fill(id, part, facts)),
  }));
  for (const [at, { id, title, tokens }] of guides.entries()) {
    const next = guides[at + 1];
    const onwards =
      next === undefined ? "" : `Next: <a href="${next.id}">${escapeHtml(next.title)}</a>. `;
    const body = `${markdown.parser(tokens)}<p>${onwards}<a href="../guides">All guides</a>, <a href="../docs">the reference</a>.</p>`;
    site.addPage(`/guides/${id}`, htmlPage({ title, body, root: "../" }));
  }
  const others: ReadonlySet<string> = new Set(OTHER_GUIDES);
  const listOf = (isIn: (id: string) => boolean) =>
    guides
      .filter(({ id }) => isIn(id))
      .map(
        ({ id, title, about }) =>
          `<dt><a href="guides/${id}">${escapeHtml(title)}</a></dt>\n<dd>${markdown.parser([about])}</dd>`,
      )
      .join("\n");
  const body = `<p>Short guides to the API of the <a href="./">Game Data Reference</a>. Each does one thing, in curl, JavaScript and Python, and says what it prints; … stands for what is left out, or differs from call to call. JavaScript runs as a module in Node 20 or newer, Python needs its standard library only. <a href="docs">The reference</a> has every call and lets you try it.</p>
<dl>
${listOf((id) => !others.has(id))}
</dl>
<h2>The package, deployments and the data</h2>
<dl>
${listOf((id) => others.has(id))}
</dl>`;
  site.addPage("/guides", htmlPage({ title: "Guides", body, root: "./" }));
}

function fill(id: string, text: string, facts: ReadonlyMap<string, string>): string {
  return text.replace(/\{\{([^}]*)\}\}/g, (_, name: string) => {
    const fact = facts.get(name);
    if (fact === undefined) throw new Error(`guides/${id}.md: there is no fact {{${name}}}`);
    return fact;
  });
}

/**
 * Reads a guide before it is filled, and fills what was read: so a fact is text wherever it stands,
 * whatever marks it holds.
 */
function parseGuide(
  id: string,
  text: string,
  filled: (part: string) => string,
): { title: string; about: Token; tokens: Token[] } {
  const onSite = text.replace(/\]\(([a-z-]+)\.md\)/g, "]($1)"); // links as a code host wants them
  const tokens = markdown.lexer(onSite).filter(({ type }) => type !== "space");
  const [heading, about] = tokens;
  if (heading?.type !== "heading" || about?.type !== "paragraph") {
    throw new Error(`guides/${id}.md: expected a heading and then a paragraph`);
  }
  void markdown.walkTokens(tokens, (token) => {
    if (token.type === "link") token.href = filled(token.href);
    if (LEAVES.has(token.type) && "text" in token) token.text = filled(token.text);
  });
  return { title: filled(String(heading["text"])), about, tokens: tokens.slice(1) };
}

/** Tokens whose text is shown as it is, escaped. */
const LEAVES: ReadonlySet<string> = new Set(["code", "codespan", "escape", "text"]);
