/*
 * pages: what people read, as HTML (this file has the document around every page, frame.tsx its
 * header and footer), with feeds, pictures and lists for search engines. They read the published
 * documents (facts.ts) and count nothing themselves. explorer/ shows the facts, explorer/browser/
 * is
 * what runs in the reader's browser, docs/ the API, guides/ the guides. It imports core and client,
 * and is pure: nothing here reads, writes or prints. Only hosts and make-site.ts import it.
 */
import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import { pagePolicy } from "../../core/schema/safety-headers.ts";
import type { Site } from "../../core/site/site.ts";
import { spriteOf } from "./explorer/parts/emblem.tsx";
import { type DataState, Footer, Header, SITE_NAME } from "./frame.tsx";

/** A page: its title, its content, and what it loads. Its path is in the table of its site. */
export type Page = {
  title: string;
  /** One sentence for search engines and previews. */
  description: string;
  children: ComponentChildren;
  /** The same in other formats. `href` is a path without the first slash. */
  alternates?: readonly { href: string; type: string; title: string }[];
  /** Its scripts, beside the one that every page has. */
  scripts?: readonly (
    | "filter"
    | "compare"
    | "compare-heroes"
    | "check"
    | "search"
    | "answers"
    | "run"
    | "values"
  )[];
  /** The data that its scripts need at once. The browser loads it together with them. */
  data?: "lists/changes" | "history/heroes";
  /** The page only leads to this address, which is relative to it. */
  redirectTo?: string;
  /** The path of the page whose content this one repeats. */
  canonical?: string;
  /** The address of the root, for a page that is at other paths too. */
  root?: string;
};

/** The settings that all pages of a site share. */
export type PageSettings = {
  baseUrl: string;
  /** The address of the pictures. */
  assetsUrl: string;
  state?: DataState | undefined;
};

/** Adds a page to a site. It is made and rendered when it is asked for. */
export function addPage(site: Site, path: string, make: () => Page, settings: PageSettings): void {
  site.addPage(path, () => renderPage(path, make(), settings));
}

/** Whether search engines leave out a page: it answers errors or a query, or leads elsewhere. */
export function isUnlisted(path: string): boolean {
  return /^\/(not-found$|search$|patches\/latest$|problems\/)/.test(path);
}

/** The markup of a page at a path, such as `/heroes/ana`. */
export function renderPage(
  path: string,
  page: Page,
  { state, ...addresses }: PageSettings,
): string {
  const { title, description, alternates = [], scripts = [], children } = page;
  const { data } = page;
  const { baseUrl } = addresses;
  const root = page.root ?? rootOf(path);
  const canonical = baseUrl + (page.canonical ?? path);
  const main = renderToString(<main id="main">{children}</main>);
  const header = renderToString(<Header root={root} path={path} />);
  const footer = renderToString(<Footer root={root} state={state} />);
  const html = renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content={pagePolicy(addresses)} />
        <meta name="color-scheme" content="light dark" />
        <title>{path === "/" ? title : `${title} · ${SITE_NAME}`}</title>
        <meta name="description" content={description} property="og:description" />
        {isUnlisted(path) ? <meta name="robots" content="noindex" /> : null}
        {page.redirectTo === undefined ? null : (
          <noscript>
            <meta http-equiv="refresh" content={`0; url=${page.redirectTo}`} />
          </noscript>
        )}
        <link rel="canonical" href={canonical} />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content={SITE_NAME} />
        <meta property="og:title" content={title} />
        <meta property="og:url" content={canonical} />
        <meta property="og:image" content={`${baseUrl}/preview.png`} />
        <meta name="twitter:card" content="summary_large_image" />
        {alternates.map(({ href, type, title: what }) => (
          <link key={href} rel="alternate" type={type} title={what} href={root + href} />
        ))}
        <link rel="icon" href={`${root}favicon.svg`} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={`${root}apple-touch-icon.png`} />
        <link rel="stylesheet" href={`${root}explorer/style.css`} />
        {["site", ...scripts].map((script) => (
          <script key={script} src={`${root}explorer/${script}.js`} defer />
        ))}
        {data === undefined ? null : (
          <link rel="preload" as="fetch" crossorigin="anonymous" href={`${root}${data}.json`} />
        )}
        {/*
          This script stops the parser until the style has loaded. Everything else has been
          requested by then. So the first paint shows a whole page, and nothing in it moves.
        */}
        <script src={`${root}explorer/theme.js`} />
      </head>
      <body
        dangerouslySetInnerHTML={{
          __html: `${spriteOf(header + main)}${header}${main}${footer}`,
        }}
      />
    </html>,
  );
  return `<!doctype html>${html}\n`;
}

/** The relative way from a page to the root. With it, a site works below any path. */
function rootOf(path: string): string {
  return "../".repeat(path.split("/").length - 2) || "./";
}

/** What the search needs of a page made elsewhere: title, first paragraph and headings. */
export type Outline = {
  path: string;
  title: string;
  about: string;
  headings: readonly { id: string; title: string }[];
};
