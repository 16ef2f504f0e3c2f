import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import { SearchBox } from "./explorer/parts/search-box.tsx";

const SITE_NAME = "Game Data Reference";

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
  /** Scripts beside the search box. */
  scripts?: readonly ("sort" | "compare")[];
};

/** What all pages of a site have in common. */
export type Frame = {
  baseUrl: string;
  /** Where pictures come from; undefined where the operator provides none. */
  imageOrigin: string | undefined;
};

const SECTIONS = [
  { path: "heroes", label: "Heroes" },
  { path: "maps", label: "Maps" },
  { path: "roles", label: "Roles" },
  { path: "patches", label: "Patches" },
  { path: "compare", label: "Compare" },
  { path: "guides", label: "Guides" },
  { path: "docs", label: "API" },
];

/** The markup of a page. */
export function renderPage(page: Page, { baseUrl, imageOrigin }: Frame): string {
  const { path, title, description, alternates = [], scripts = [] } = page;
  const root = rootOf(path);
  const head = (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={baseUrl + path} />
      {alternates.map(({ href, type, title: what }) => (
        <link key={href} rel="alternate" type={type} title={what} href={root + href} />
      ))}
    </>
  );
  return renderDocument({ title, root, path, head, scripts, imageOrigin, children: page.children });
}

/** The markup of a document in the layout of the site; `root` leads from it to the site's root. */
export function renderDocument({
  title,
  root,
  path,
  head,
  scripts = [],
  imageOrigin,
  children,
}: {
  title: string;
  root: string;
  path?: string;
  head?: ComponentChildren;
  scripts?: readonly string[];
  imageOrigin?: string | undefined;
  children: ComponentChildren;
}): string {
  return `<!doctype html>${renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content={contentSecurityPolicy(imageOrigin)} />
        <meta name="color-scheme" content="light dark" />
        <title>{path === "/" ? title : `${title} · ${SITE_NAME}`}</title>
        {head}
        <link rel="icon" href={`${root}explorer/icon.svg`} type="image/svg+xml" />
        <link rel="stylesheet" href={`${root}explorer/style.css`} />
        {["search", ...scripts].map((script) => (
          <script key={script} src={`${root}explorer/${script}.js`} defer />
        ))}
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <Header root={root} path={path} />
        <main id="main">{children}</main>
        <Footer root={root} />
      </body>
    </html>,
  )}\n`;
}

/** Everything comes from the site itself, pictures perhaps from the operator's; nothing is inline. */
function contentSecurityPolicy(imageOrigin: string | undefined): string {
  const images = imageOrigin === undefined ? "'self'" : `'self' ${imageOrigin}`;
  return `default-src 'none'; script-src 'self'; style-src 'self'; img-src ${images}; base-uri 'none'; form-action 'none'`;
}

function Header({ root, path }: { root: string; path: string | undefined }) {
  const section = path?.split("/")[1];
  return (
    <header class="site">
      <a class="home" href={root} aria-current={path === "/" ? "page" : undefined}>
        {SITE_NAME}
      </a>
      <nav aria-label="Site">
        {SECTIONS.map(({ path: to, label }) => (
          <a
            key={to}
            href={root + to}
            aria-current={to === section ? (path === `/${to}` ? "page" : "true") : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      {path === "/" ? null : <SearchBox />}
    </header>
  );
}

function Footer({ root }: { root: string }) {
  return (
    <footer>
      <p>
        Overwatch and the names in it belong to Blizzard Entertainment, which has no part in this
        service.
      </p>
      <p>
        <a href={`${root}docs`}>API reference</a>{" "}
        <a href={`${root}feeds/patches.atom`}>Feed of patches</a>{" "}
        <a href={`${root}manifest.json`}>Manifest</a> <a href={`${root}status.json`}>Status</a>{" "}
        <a href={`${root}gaps`}>What is not known</a>
      </p>
    </footer>
  );
}

/** The way from a page to the site's root, so that a site works below any path. */
export function rootOf(path: string): string {
  return "../".repeat(path.split("/").length - 2) || "./";
}
