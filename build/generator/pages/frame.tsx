import { Day } from "./explorer/parts/section.tsx";

export const SITE_NAME = "Game Data Reference";

/** The sign of the site, on 48 by 16: the shapes of a tank, a damage and a support hero. */
const SIGN =
  "M1 1H15V10L10 15H6L1 10ZM21 1H31V11L27 15H17V5Z" +
  "M37 1H43A4 4 0 0 1 47 5V11A4 4 0 0 1 43 15H37A4 4 0 0 1 33 11V5A4 4 0 0 1 37 1Z";

const SECTIONS = [
  { path: "heroes", label: "Heroes" },
  { path: "maps", label: "Maps" },
  { path: "patches", label: "Patches" },
  { path: "matrix", label: "Matrix" },
  { path: "values", label: "Values" },
  { path: "compare", label: "Compare" },
  { path: "check", label: "Check a log" },
  { path: "guides", label: "Guides" },
  { path: "docs", label: "API" },
];

const MORE = [
  { path: "search", label: "Search" },
  { path: "roles", label: "Roles" },
  { path: "gaps", label: "What is uncertain" },
  { path: "feeds/patches.atom", label: "Feed of patches" },
  { path: "details/figures.csv", label: "All values as CSV" },
  { path: "details/perks.csv", label: "All perks as CSV" },
  { path: "v1/openapi.json", label: "OpenAPI" },
  { path: "llms.txt", label: "llms.txt" },
];

/** What the foot of each page says of the data. */
export type DataState = {
  newest: { id: string; name: string; date: string };
  /** The day up to which sources were searched. */
  lastChecked: string;
};

/** Pages that have a large search box in their content. */
const HAS_ITS_OWN_SEARCH: ReadonlySet<string> = new Set(["/", "/search", "/not-found"]);

/** The head of every page: the link home, the sections, the search box, the theme button. */
export function Header({ root, path }: { root: string; path: string | undefined }) {
  const section = path?.split("/")[1];
  return (
    <header class="site">
      <a class="skip" href="#main">
        Skip to content
      </a>
      <div class="frame">
        <a
          class="home"
          href={root}
          aria-label={SITE_NAME}
          aria-current={path === "/" ? "page" : undefined}
        >
          <svg width="48" height="16" viewBox="0 0 48 16" aria-hidden="true">
            <path d={SIGN} />
          </svg>
          <span>{SITE_NAME}</span>
        </a>
        {/* A wide page shows the sections in its head; the style hides the button there. */}
        <nav id="sections" popover="auto" aria-label="Site">
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
        {HAS_ITS_OWN_SEARCH.has(path ?? "") ? <span class="find" /> : <SearchBox />}
        <button type="button" class="menu" popovertarget="sections" aria-label="Menu">
          <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
            <path d="M1 3H17V5H1ZM1 8H17V10H1ZM1 13H17V15H1Z" />
          </svg>
        </button>
        <button type="button" class="theme needs-scripts" aria-label="Switch to the other theme">
          <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
            <path
              fill-rule="evenodd"
              d="M1 9a8 8 0 1 0 16 0a8 8 0 1 0-16 0ZM9 3.2A5.8 5.8 0 0 1 9 14.8Z"
            />
          </svg>
        </button>
      </div>
    </header>
  );
}

/** The foot of every page: how new the data is, whose game it is, and further links. */
export function Footer({ root, state }: { root: string; state: DataState | undefined }) {
  return (
    <footer class="site">
      <div class="frame">
        {state === undefined ? null : (
          <p>
            {"Newest patch: "}
            <a href={`${root}patches/${state.newest.id}`}>{state.newest.name}</a>,{" "}
            <Day date={state.newest.date} />. Sources searched up to{" "}
            <Day date={state.lastChecked} />.
          </p>
        )}
        <nav class="members" aria-label="More">
          {MORE.map(({ path, label }) => (
            <a key={path} href={root + path}>
              {label}
            </a>
          ))}
        </nav>
        <p>
          Overwatch and the names in it belong to Blizzard Entertainment, which has no part in this
          service.
        </p>
      </div>
    </footer>
  );
}

/** The search box. `browser/search-box.ts` makes it work. Without scripts the style hides it. */
export function SearchBox() {
  return (
    <search class="find">
      <input
        type="text"
        id="find"
        role="combobox"
        aria-label="Search heroes, maps, patches, abilities, guides and more"
        aria-expanded="false"
        aria-controls="found"
        aria-autocomplete="list"
        placeholder="Search"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        enterkeyhint="go"
      />
      <span class="key" aria-hidden="true">
        /
      </span>
      <div id="found" role="listbox" aria-label="Found" hidden />
      <p class="vh" id="result-count" role="status" />
    </search>
  );
}
