import { SITE_NAME } from "./frame.tsx";

/** What the parts of a path are called where they stand above a page. */
const FOLDERS: Readonly<Record<string, string>> = {
  heroes: "Heroes",
  maps: "Maps",
  patches: "Patches",
  compare: "Compare two patches",
  guides: "Guides",
  docs: "API reference",
};

/**
 * What search engines read of a page (schema.org in JSON-LD): of the start page the site and its
 * search, of pages in folders the way to them; undefined for the rest.
 */
export function linkedDataOf(path: string, title: string, baseUrl: string): string | undefined {
  const data = path === "/" ? siteOf(baseUrl) : wayTo(path, title, baseUrl);
  if (data === undefined) return undefined;
  // The end of a script must not stand in a name.
  return JSON.stringify({ "@context": "https://schema.org", ...data }).replace(/</g, "\\u003c");
}

function siteOf(baseUrl: string): object {
  return {
    "@type": "WebSite",
    name: SITE_NAME,
    url: `${baseUrl}/`,
    potentialAction: {
      "@type": "SearchAction",
      target: `${baseUrl}/search?q={search_term_string}`,
      "query-input": "required name=search_term_string",
    },
  };
}

function wayTo(path: string, title: string, baseUrl: string): object | undefined {
  const [, folder = "", page] = path.split("/");
  const name = FOLDERS[folder];
  if (name === undefined || page === undefined) return undefined;
  const steps = [
    { name, item: `${baseUrl}/${folder}` },
    { name: title, item: baseUrl + path },
  ];
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map((step, at) => ({ "@type": "ListItem", position: at + 1, ...step })),
  };
}
