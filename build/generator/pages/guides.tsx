import { Marked, Renderer, type Token, type Tokens } from "marked";
import { renderToString } from "preact-render-to-string";
import type { Site } from "../../core/site/site.ts";
import { CodeTabs, LANGUAGE_OF_LABEL, type Sample } from "./explorer/parts/code.tsx";
import { highlight } from "./highlight.ts";
import { HowToGetAKey, type KeyTerms } from "./keys.tsx";
import { type Outline, type Page, type PageSettings, renderPage } from "./layout.tsx";
import { type PageLink, PreviousNext, type SideGroup, SideNav } from "./side-nav.tsx";

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

/**
 * A guide as it is written: its title, a paragraph that says what it is about, and the rest. Its
 * examples have the address `EXAMPLE_URL`.
 */
export type GuideSource = { id: string; markdown: string };

/** The address in the source of guides. A site has its own in this place. */
const EXAMPLE_URL = "https://gamedata.example.org";

/** The tab of a block of code, by its language in the source. */
const LABELS: Readonly<Record<string, string>> = {
  sh: "curl",
  js: "JavaScript",
  "js package": "Client",
  python: "Python",
  shell: "Shell",
  caddyfile: "Caddy",
  promql: "PromQL",
  text: "Text",
};

/** A part of a guide: markup, or the blocks of code that follow each other. */
type Part = { html: string } | { samples: Sample[] };

/** `title` is the text of the markup. */
type Heading = { id: string; depth: number; title: string; html: string };

type Guide = {
  id: string;
  title: string;
  /** What it is about, as text and as markup. */
  about: { text: string; html: string };
  headings: Heading[];
  parts: Part[];
  source: string;
};

const API: ReadonlySet<string> = new Set(API_GUIDES);

const GROUPS = [
  { title: "The API", has: ({ id }: Guide) => API.has(id) },
  { title: "The package, deployments and the data", has: ({ id }: Guide) => !API.has(id) },
];

const markdown = new Marked({
  renderer: {
    // Wide tables scroll, which a keyboard can do only in what has the focus. A corner without a
    // word is not a header.
    table(token: Tokens.Table) {
      const table = Renderer.prototype.table.call(this, token).replace("<th></th>", "<td></td>");
      return `<div class="wide" tabindex="0">${table}</div>\n`;
    },
  },
});

/**
 * Adds a page for each guide, the same as Markdown, and `/guides`, which lists them. Returns the
 * outlines of the guides in reading order, and that of the list at the end.
 */
export function addGuides(
  site: Site,
  frame: PageSettings & KeyTerms,
  sources: readonly GuideSource[],
): Outline[] {
  const aboutKeys = renderToString(<HowToGetAKey {...frame} />);
  const guides = sources.map(({ id, markdown: text }) =>
    readGuide(
      id,
      text
        .replaceAll(EXAMPLE_URL, frame.baseUrl)
        .replace(renderToString(<HowToGetAKey />), aboutKeys),
    ),
  );
  for (const [at, guide] of guides.entries()) {
    const page = guidePage(guide, guides, at);
    site.addPage(page.path, renderPage(page, frame));
    site.addFile(`/guides/${guide.id}.md`, "text/markdown; charset=utf-8", guide.source);
  }
  const list = listPage(guides);
  site.addPage(list.path, renderPage(list, frame));
  const outlines = guides.map(({ id, title, about, headings }) => {
    return { path: `/guides/${id}`, title, about: about.text, headings };
  });
  return [...outlines, { ...list, about: list.description, headings: [] }];
}

function guidePage(guide: Guide, guides: readonly Guide[], at: number): Page {
  const { id, title, about, parts } = guide;
  const headings = guide.headings.filter(({ depth }) => depth === 2);
  return {
    path: `/guides/${id}`,
    title,
    description: about.text,
    alternates: [{ href: `guides/${id}.md`, type: "text/markdown", title: `${title} as Markdown` }],
    children: (
      <div class="with-side">
        <article class="prose">
          <h1>{title}</h1>
          <div class="lead" dangerouslySetInnerHTML={{ __html: about.html }} />
          {headings.length < 2 ? null : (
            <details class="contents">
              <summary>On this page</summary>
              <Headings headings={headings} />
            </details>
          )}
          {parts.map((part, place) =>
            "samples" in part ? (
              <CodeTabs key={place} name={`code-${place}`} samples={part.samples} />
            ) : (
              <div key={place} class="text" dangerouslySetInnerHTML={{ __html: part.html }} />
            ),
          )}
          <PreviousNext previous={linkTo(guides[at - 1])} next={linkTo(guides[at + 1])} />
        </article>
        <SideNav label="Guides" groups={groupsOf(guides, "")} current={id}>
          <Headings headings={headings} />
        </SideNav>
      </div>
    ),
  };
}

function Headings({ headings }: { headings: readonly Heading[] }) {
  if (headings.length === 0) return null;
  return (
    <ul>
      {headings.map(({ id, html }) => (
        <li key={id}>
          <a href={`#${id}`} dangerouslySetInnerHTML={{ __html: html }} />
        </li>
      ))}
    </ul>
  );
}

function linkTo(guide: Guide | undefined): PageLink | undefined {
  return guide && { href: guide.id, title: guide.title };
}

function groupsOf(guides: readonly Guide[], folder: string): SideGroup[] {
  return GROUPS.map(({ title, has }) => ({
    title,
    links: guides
      .filter(has)
      .map(({ id, title: name }) => ({ id, href: folder + id, title: name })),
  }));
}

function listPage(guides: readonly Guide[]): Page {
  return {
    path: "/guides",
    title: "Guides",
    description:
      "Short guides to the API, the package, deployments and the data, with code that runs as " +
      "it is.",
    children: (
      <div class="prose">
        <h1>Guides</h1>
        <p class="lead">
          Each guide covers one task and shows the output of its code, where … stands for text that
          is left out or differs between calls. JavaScript runs as a module in Node 20 or newer;
          Python needs no packages. Try every call in <a href="docs">the reference</a>.
        </p>
        {GROUPS.map(({ title, has }) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <dl>
              {guides.filter(has).map(({ id, title: name, about }) => (
                <div key={id}>
                  <dt>
                    <a href={`guides/${id}`}>{name}</a>
                  </dt>
                  <dd dangerouslySetInnerHTML={{ __html: about.html }} />
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    ),
  };
}

function readGuide(id: string, source: string): Guide {
  const onSite = source.replace(/\]\(([a-z-]+)\.md\)/g, "]($1)"); // links as a code host wants them
  const tokens = markdown.lexer(onSite).filter(({ type }) => type !== "space");
  const [title, about] = tokens;
  if (title?.type !== "heading" || about?.type !== "paragraph") {
    throw new Error(`guides/${id}.md: expected a heading and then a paragraph`);
  }
  const headings: Heading[] = [];
  return {
    id,
    title: textOf(title),
    about: { text: textOf(about).replaceAll("\n", " "), html: markdown.parser([about]).trim() },
    parts: partsOf(tokens.slice(2), headings),
    headings,
    source,
  };
}

function textOf(token: Token): string {
  if ("tokens" in token && token.tokens !== undefined) return token.tokens.map(textOf).join("");
  return "text" in token ? String(token.text) : "";
}

/** Markup and boxes of code in turn; the headings are added to `headings`. */
function partsOf(tokens: readonly Token[], headings: Heading[]): Part[] {
  const parts: Part[] = [];
  let waiting: Sample[] = []; // code whose output has not come yet
  for (const token of tokens) {
    const last = parts.at(-1);
    if (token.type !== "code") {
      waiting = [];
      const html = token.type === "heading" ? headingOf(token, headings) : markdown.parser([token]);
      if (last !== undefined && "html" in last) last.html += html;
      else parts.push({ html });
      continue;
    }
    const { text, lang = "" } = token as Tokens.Code;
    if (lang === "output" && waiting.length > 0) {
      for (const one of waiting.splice(0)) one.prints = text;
      continue;
    }
    const label = lang === "output" ? "Prints" : (LABELS[lang] ?? lang);
    const one: Sample = { label, text, markup: highlight(text, LANGUAGE_OF_LABEL[label]) };
    waiting.push(one);
    const isTaken =
      last === undefined || "html" in last || last.samples.some(({ label }) => label === one.label);
    if (isTaken) parts.push({ samples: [one] });
    else last.samples.push(one);
  }
  return parts;
}

/** A heading with its permalink. */
function headingOf(token: Token, headings: Heading[]): string {
  const { depth, tokens = [] } = token as Tokens.Heading;
  const html = markdown.Parser.parseInline(tokens);
  const title = textOf(token);
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? ["section"];
  const slug = words.join("-");
  const same = headings.filter(({ id }) => id === slug || id.startsWith(`${slug}--`)).length;
  const id = same === 0 ? slug : `${slug}--${same + 1}`;
  headings.push({ id, depth, title, html });
  return `<h${depth} id="${id}"><a class="here" href="#${id}">${html}</a></h${depth}>\n`;
}
