import type { Site } from "../../core/site/site.ts";
import type { Facts } from "./facts.ts";
import { isUnlisted, type Outline } from "./layout.tsx";
import { escapeHtml, markdownText } from "./markdown.ts";

/**
 * Adds what leads search engines and assistants to the pages: `sitemap.xml`, `robots.txt` and
 * `llms.txt`.
 */
export function addDiscovery(site: Site, facts: Facts, guides: () => readonly Outline[]): void {
  const { baseUrl } = facts;
  site.addFile("/sitemap.xml", "application/xml", () => {
    const listed = site.pagePaths.filter((path) => !isUnlisted(path));
    return sitemap(listed, baseUrl);
  });
  site.addFile("/robots.txt", "text/plain; charset=utf-8", robots(baseUrl));
  site.addFile("/llms.txt", "text/plain; charset=utf-8", () => llms(facts, guides()));
}

/** The Sitemaps protocol, version 0.9. */
function sitemap(paths: readonly string[], baseUrl: string): string {
  const urls = paths.map((path) => `<url><loc>${escapeHtml(baseUrl + path)}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("")}</urlset>
`;
}

/** RFC 9309. The API is for programs; its documents are not search results. */
function robots(baseUrl: string): string {
  return `User-agent: *\nDisallow: /v1/\nSitemap: ${baseUrl}/sitemap.xml\n`;
}

/** A guide to the site in Markdown, as llmstxt.org proposes. */
function llms({ baseUrl, game, patch, heroes }: Facts, guides: readonly Outline[]): string {
  const line = (title: string, path: string) => `- [${markdownText(title)}](${baseUrl}${path}.md)`;
  const guideLines = guides
    .filter(({ path }) => path.startsWith("/guides/"))
    .map(({ title, path }) => line(title, path));
  const heroLines = heroes.map(({ id, name }) => line(name, `/heroes/${id}`));
  const api = `${baseUrl}/v1/${game.id}`;
  return `# Game Data Reference

> Facts about ${game.name} as of patch ${patch}: heroes, maps, roles, and what each patch changed. JSON over HTTP, no key needed.

## API

- [Heroes](${api}/heroes): all ${heroes.length} heroes with role, health, kit and cooldowns
- [One hero](${api}/heroes/${heroes[0]?.id}): by id, by its English, Korean or Chinese name, or by an alias
- [Maps](${api}/maps): all maps with their variants
- [Patches](${api}/patches): each patch with its changes, newest first
- [OpenAPI](${baseUrl}/v1/openapi.json): the description of every call
- [Reference](${baseUrl}/docs): a page for every call
- [Status](${baseUrl}/status.json): the newest patch on record, the changes by effect, and how many gaps there are

## Guides

- [All guides](${baseUrl}/guides): the API, with code in curl, JavaScript and Python, then the package, deployments and the data
${guideLines.join("\n")}

## Heroes

Each as Markdown: role, health, kit with figures, perks, what each patch changed, and how sure it is.

${heroLines.join("\n")}
`;
}
