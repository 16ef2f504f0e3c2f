import type { Reference } from "../reference.ts";
import { PROBLEM_TYPES } from "../schema/problem-types.ts";
import type { Site } from "../site.ts";
import { escapeHtml, htmlPage } from "./html.ts";

/** Adds the start page, and a page for each problem type, as the `type` of a problem promises. */
export function addPages(site: Site, reference: Reference): void {
  site.addPage("/", startPage(reference));
  for (const [type, { status, title, meaning, remedy }] of Object.entries(PROBLEM_TYPES)) {
    const body = `<p>${escapeHtml(meaning)}</p>\n<p>${escapeHtml(remedy)}</p>`;
    site.addPage(`/problems/${type}`, htmlPage({ title: `${status} ${title}`, body, root: "../" }));
  }
}

function startPage({ game, patch, heroes, maps, modes, roles, patches }: Reference): string {
  const root = `v1/${game.id}`;
  const [newest] = patches;
  const row = (path: string, what: string) =>
    `<tr><td><a href="${escapeHtml(path)}"><code>/${escapeHtml(path)}</code></a></td><td>${escapeHtml(what)}</td></tr>`;
  const rows = [
    row(`${root}/heroes`, `${heroes.length} heroes with their kits`),
    row(`${root}/heroes/ana`, "one hero, by id, name or alias"),
    row(`${root}/heroes/ana/abilities`, "a kit by itself"),
    row(`${root}/maps`, `${maps.length} maps with their variants`),
    row(`${root}/modes`, `${modes.length} competitive modes`),
    row(`${root}/roles`, `${roles.length} roles, their sub-roles and passives`),
    row(`${root}/patches`, `${patches.length} patches with their changes`),
    row(`${root}/patches/${patch}/changes`, "what the newest patch changed"),
    row("guides", "short guides, with code in curl, JavaScript and Python"),
    row("docs", "the reference of the API, where every call can be tried"),
    row("v1/openapi.json", "the description of the API (OpenAPI 3.1)"),
    row("feeds/patches.atom", "the patches as an Atom feed"),
    row("feeds/patches.json", "the patches as a JSON Feed; feeds/heroes/ana.json is a hero's"),
    row("status.json", "the newest patch on record, and how many gaps there are"),
    row("manifest.json", "every document, every spelling, every checksum"),
  ];
  const about = newest === undefined ? patch : `${patch}, ${newest.name}`;
  const body = `<p>Reference facts about ${escapeHtml(game.name)} that software can read, as of patch ${escapeHtml(about)}.</p>
<p>Heroes and maps resolve by every spelling on record, such as <code>Lúcio</code>, <code>루시우</code> or <code>King's Row (Winter)</code>.</p>
<table>
${rows.join("\n")}
</table>`;
  return htmlPage({ title: "Game Data Reference", body, root: "./" });
}
