import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import { spriteOf } from "./explorer/parts/emblem.tsx";
import { Footer, Header, SITE_NAME } from "./frame.tsx";
import { linkedDataOf } from "./linked-data.ts";
import { SITE_PREVIEW } from "./pictures/preview.ts";

/** What a page is about, and its content. */
export type Page = {
  /** Its path, `/heroes/ana`. */
  path: string;
  title: string;
  /** One sentence for search engines and previews. */
  description: string;
  children: ComponentChildren;
  /** The same in other formats: path without the first slash, media type, title. */
  alternates?: readonly { href: string; type: string; title: string }[];
  /** Scripts beside the one that every page has. */
  scripts?: readonly ("filter" | "compare" | "compare-heroes" | "check" | "search" | "run")[];
  /** What its scripts load at once: it is asked for with them. */
  data?: "changes" | "heroes";
  /** Its scripts ask the server that it came from. */
  isAsking?: boolean;
  /** Where the page leads at once, from where it stands. */
  onwards?: string;
  /** What messages show of a link to it, below the site's root; the site's own unless given. */
  preview?: string;
  /** The path of the page that this one repeats. */
  canonical?: string;
  /** Search engines leave it out. */
  isUnlisted?: boolean;
  /** Where the site's root is, from every place: for the page that answers any path. */
  root?: string;
};

/** What all pages of a site have in common. */
export type Frame = {
  baseUrl: string;
  /** Where pictures come from; undefined where the site draws its own. */
  imageOrigin: string | undefined;
};

/** The markup of a page. */
export function renderPage(page: Page, { baseUrl, imageOrigin }: Frame): string {
  const { path, title, description, alternates = [], scripts = [], children } = page;
  const { preview = SITE_PREVIEW, data } = page;
  const root = page.root ?? rootOf(path);
  const canonical = baseUrl + (page.canonical ?? path);
  // The root of a page above the sites of several patches is the newest of them.
  const own = page.root?.startsWith("/") === false ? `${baseUrl}/${page.root}` : `${baseUrl}/`;
  const linkedData = page.isUnlisted
    ? undefined
    : linkedDataOf(page.canonical ?? path, title, baseUrl);
  const head = (
    <>
      <meta name="description" content={description} />
      {page.isUnlisted ? <meta name="robots" content="noindex" /> : null}
      {page.onwards === undefined ? null : (
        <noscript>
          <meta http-equiv="refresh" content={`0; url=${page.onwards}`} />
        </noscript>
      )}
      <link rel="canonical" href={canonical} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={SITE_NAME} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={canonical} />
      <meta property="og:image" content={own + preview} />
      <meta name="twitter:card" content="summary_large_image" />
      {alternates.map(({ href, type, title: what }) => (
        <link key={href} rel="alternate" type={type} title={what} href={root + href} />
      ))}
      {linkedData === undefined ? null : (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: linkedData }} />
      )}
    </>
  );
  const policy = contentSecurityPolicy(imageOrigin, page.isAsking);
  return renderDocument({ title, root, path, head, scripts, data, policy, children });
}

/** The markup of a document in the layout of the site; `root` leads from it to the site's root. */
export function renderDocument({
  title,
  root,
  path,
  head,
  scripts = [],
  data,
  policy = contentSecurityPolicy(undefined),
  children,
}: {
  title: string;
  root: string;
  path?: string;
  head?: ComponentChildren;
  scripts?: readonly string[];
  data?: string | undefined;
  policy?: string;
  children: ComponentChildren;
}): string {
  const main = renderToString(<main id="main">{children}</main>);
  const header = renderToString(<Header root={root} path={path} />);
  const footer = renderToString(<Footer root={root} />);
  const html = renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="color-scheme" content="light dark" />
        <title>{path === "/" ? title : `${title} · ${SITE_NAME}`}</title>
        {head}
        <link rel="icon" href={`${root}favicon.ico`} sizes="32x32" />
        <link rel="icon" href={`${root}explorer/icon-192.png`} sizes="192x192" />
        <link rel="icon" href={`${root}explorer/icon.svg`} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={`${root}apple-touch-icon.png`} />
        <link rel="manifest" href={`${root}manifest.webmanifest`} />
        <link
          rel="search"
          type="application/opensearchdescription+xml"
          title={SITE_NAME}
          href={`${root}opensearch.xml`}
        />
        <link rel="stylesheet" href={`${root}explorer/style.css`} />
        {["site", ...scripts].map((script) => (
          <script key={script} src={`${root}explorer/${script}.js`} defer />
        ))}
        {data === undefined ? null : (
          <link rel="preload" as="script" href={`${root}explorer/${data}.js`} />
        )}
        {/*
          It holds the parser up until the style is there. All else has been asked for by then, and
          the first paint shows a whole page, in which nothing moves.
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
  return `<!doctype html>${withPlainQuotes(withShortShapes(html))}\n`;
}

/** In text, quotes are what they are; only the values of attributes need them escaped. */
function withPlainQuotes(html: string): string {
  return html.replace(/<[^>"]*(?:"[^"]*"[^>"]*)*>|&quot;/g, (part) =>
    part === "&quot;" ? '"' : part,
  );
}

/** Shapes of SVG that hold nothing end themselves; charts have thousands of them. */
function withShortShapes(html: string): string {
  return html.replace(/<(circle|line|path|rect|use)((?:\s[^\s=>"]+="[^"]*")*)><\/\1>/g, "<$1$2/>");
}

/**
 * Everything comes from the site itself, pictures perhaps from the operator's; nothing is inline.
 */
function contentSecurityPolicy(imageOrigin: string | undefined, isAsking = false): string {
  const images = imageOrigin === undefined ? "'self'" : `'self' ${imageOrigin}`;
  return (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src " +
    `${images};${isAsking ? " connect-src 'self';" : ""} base-uri 'none'; form-action 'none'; ` +
    "manifest-src 'self'"
  );
}

/** The way from a page to the site's root, so that a site works below any path. */
export function rootOf(path: string): string {
  return "../".repeat(path.split("/").length - 2) || "./";
}
