import { Marked, Renderer, type Token, type Tokens } from "marked";
import { renderToString } from "preact-render-to-string";
import { byId } from "../../core/by-id.ts";
import { grouped } from "../../core/grouped.ts";
import { once } from "../../core/once.ts";
import type { HeroDetailsCollection } from "../../core/schema/details.ts";
import { formatJson } from "../../core/site/parse-json.ts";
import type { Site } from "../../core/site/site.ts";
import { CodeTabs, type Sample } from "./explorer/parts/code.tsx";
import { HowToGetAKey, type KeyTerms } from "./keys.tsx";
import { addPage, type Outline, type Page, type PageSettings } from "./layout.tsx";
import { Crumbs, SideNav } from "./side-nav.tsx";

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
];

const GROUPS = [
  { title: "The API", ids: API_GUIDES },
  {
    title: "The package, deployments and the data",
    ids: [
      "javascript",
      "assistants",
      "match-logs",
      "static-hosts",
      "operating",
      "at-the-edge",
      "performance",
      "maintaining",
    ],
  },
];

/** All guides: `/guides/<id>` is made of `guides/<id>.md`. */
export const GUIDES = GROUPS.flatMap(({ ids }) => ids);

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
  "js package": "Package",
  python: "Python",
  shell: "Shell",
  caddyfile: "Caddy",
  promql: "PromQL",
  text: "Text",
  output: "Prints",
};

/** A part of a guide: markup, or the blocks of code that follow each other. */
type Part = { html: string } | { samples: Sample[] };

type Heading = { id: string; depth: number; title: string };

type Guide = {
  id: string;
  title: string;
  /** What it is about, as text and as markup. */
  about: { text: string; html: string };
  headings: Heading[];
  parts: Part[];
  source: string;
};

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
 * Adds a page for each guide, the same as Markdown, and `/guides`, which lists them. Returns what
 * makes the outlines of the guides in reading order, and that of the list at the end.
 */
export function addGuides(
  site: Site,
  frame: PageSettings & KeyTerms,
  sources: readonly GuideSource[],
): () => Outline[] {
  const guides = once(() => readGuides(sources, frame, site));
  for (const { id } of sources) {
    const guide = () => byId(guides(), id);
    addPage(site, `/guides/${id}`, () => guidePage(guide(), guides()), frame);
    site.addFile(`/guides/${id}.md`, "text/markdown; charset=utf-8", () => guide().source);
  }
  addPage(site, "/guides", () => listPage(guides()), frame);
  return () => {
    const outlines = guides().map(({ id, title, about, headings }) => {
      return { path: `/guides/${id}`, title, about: about.text, headings };
    });
    const { title, description: about } = listPage(guides());
    return [...outlines, { path: "/guides", title, about, headings: [] }];
  };
}

/** The guides with the address, the key terms and the documents of the site. */
function readGuides(
  sources: readonly GuideSource[],
  frame: PageSettings & KeyTerms,
  site: Site,
): Guide[] {
  const aboutKeys = renderToString(<HowToGetAKey {...frame} />);
  return sources.map(({ id, markdown: text }) =>
    readGuide(
      id,
      text
        .replaceAll(EXAMPLE_URL, frame.baseUrl)
        .replace(
          /^(```output) (\/.+)\n/gm,
          (_, start, path) => `${start}\n${formatJson(site.documentAt(path))}`,
        )
        .replace("<!-- core figures -->", () =>
          coreFigures(site.documentAt("/details/heroes.json") as HeroDetailsCollection),
        )
        .replace(renderToString(<HowToGetAKey />), aboutKeys),
    ),
  );
}

/** Rows of the thirty figures that most abilities have, each with the number of abilities. */
function coreFigures({ data }: HeroDetailsCollection): string {
  const figures = data.flatMap(({ abilities }) => abilities.flatMap((one) => one.figures));
  const rows = grouped(figures.map(({ field, unit }) => [`| \`${field}\` | ${unit} |`, field]));
  return [...rows]
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, 30)
    .map(([row, { length }]) => `${row} ${length} |`)
    .join("\n");
}

function guidePage({ id, title, about, headings, parts }: Guide, guides: readonly Guide[]): Page {
  const next = guides[guides.findIndex((guide) => guide.id === id) + 1];
  const groups = GROUPS.map(({ title: group, ids }) => ({
    title: group,
    links: guides
      .filter((guide) => ids.includes(guide.id))
      .map((guide) => ({ id: guide.id, href: guide.id, title: guide.title })),
  }));
  return {
    title,
    description: about.text,
    alternates: [{ href: `guides/${id}.md`, type: "text/markdown", title: `${title} as Markdown` }],
    children: (
      <div class="with-side">
        <article class="prose">
          <Crumbs href="../guides" title="Guides">
            {title}
          </Crumbs>
          <h1>{title}</h1>
          <div class="lead" dangerouslySetInnerHTML={{ __html: about.html }} />
          {parts.map((part, place) =>
            "samples" in part ? (
              <CodeTabs key={place} name={`code-${place}`} samples={part.samples} />
            ) : (
              <div key={place} class="text" dangerouslySetInnerHTML={{ __html: part.html }} />
            ),
          )}
          {next && (
            <p class="onwards">
              <a href={next.id} rel="next">
                Next: {next.title}
              </a>
            </p>
          )}
        </article>
        <SideNav label="Guides" groups={groups} current={id}>
          <ul>
            {headings
              .filter(({ depth }) => depth === 2)
              .map((heading) => (
                <li key={heading.id}>
                  <a href={`#${heading.id}`}>{heading.title}</a>
                </li>
              ))}
          </ul>
        </SideNav>
      </div>
    ),
  };
}

function listPage(guides: readonly Guide[]): Page {
  return {
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
        {GROUPS.map(({ title, ids }) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <dl>
              {guides
                .filter(({ id }) => ids.includes(id))
                .map(({ id, title: name, about }) => (
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
  for (const token of tokens) {
    const last = parts.at(-1);
    if (token.type !== "code") {
      const html = token.type === "heading" ? headingOf(token, headings) : markdown.parser([token]);
      if (last !== undefined && "html" in last) last.html += html;
      else parts.push({ html });
      continue;
    }
    const { text, lang = "" } = token as Tokens.Code;
    const label = LABELS[lang] ?? lang;
    const box = last !== undefined && "samples" in last ? last.samples : [];
    if (lang === "output" && box.length > 0) {
      for (const sample of box) sample.prints ??= text;
    } else if (box.length === 0 || box.some((sample) => sample.label === label)) {
      parts.push({ samples: [{ label, text }] });
    } else box.push({ label, text });
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
  headings.push({ id, depth, title });
  return `<h${depth} id="${id}"><a class="here" href="#${id}">${html}</a></h${depth}>\n`;
}
