import type { SiteFacts } from "../../core/schema/manifest.ts";
import { safetyHeadersOf } from "../../core/schema/safety-headers.ts";
import { filesBeside } from "../../core/site/path-files.ts";
import {
  firstFolder,
  firstFolders,
  foldersForPeople,
  HEADERS,
  HEALTH,
  NOT_FOUND_PAGE,
  rulesOf,
  TYPES,
} from "./rules.ts";

/*
 * Netlify and Cloudflare Pages read the same two files. Only what both document is used:
 * https://docs.netlify.com/manage/routing/redirects/overview and .../headers,
 * https://developers.cloudflare.com/pages/configuration/redirects/ and .../headers/.
 */

/**
 * `_redirects`. Rules of status 200 rewrite a path to the file `PATH.json`, and each name of a hero
 * to the hero's details and history. Cloudflare follows a rule even where there is a file, static
 * rules first. Netlify serves the file where there is one. A rewrite to a missing file is a 404 on
 * both. The last rules, of status 404, are for Netlify: they show people a page at the root and
 * below folders such as `/heroes/`. Cloudflare ignores them, and serves the folder's `404.html`.
 */
export function redirectsFile(facts: SiteFacts): string {
  const { documents } = rulesOf(facts);
  const isDynamic = (path: string) => path.includes(":name");
  const rewrite = (path: string) => `${encodePath(path)} ${encodePath(path)}.json 200`;
  // Cloudflare reads 2,000 rules, so other things are found there by their id alone.
  const ofHeroes = filesBeside(facts).filter(({ collection }) => collection === "heroes");
  const details = ofHeroes.flatMap(({ id, names, pathOf }) =>
    names.map((name) => `${encodePath(pathOf(name))} ${pathOf(id)} 200`),
  );
  const nothing = [
    ...facts.problems.map(({ path }) => (path === "/" ? "/404" : `${path}/404`)),
    ...foldersForPeople(facts).map((folder) => `${folder}404`),
  ];
  const lines = [
    "# Netlify and Cloudflare Pages: the path /P is the file P.json.",
    ...documents.filter((path) => !isDynamic(path)).map(rewrite),
    "# Details and histories are files under the id alone.",
    ...details,
    "# The files of 404s are not resources.",
    ...nothing.map((path) => `${encodePath(path)} ${encodePath(path)}/none 200`),
    ...documents.filter(isDynamic).map(rewrite),
    "/hosts/* /404/none 200",
    ...foldersForPeople(facts).map((folder) => `${folder}* ${NOT_FOUND_PAGE}.html 404`),
    `/:page ${NOT_FOUND_PAGE}.html 404`,
  ];
  return `${lines.join("\n")}\n`;
}

/**
 * `_headers`. Both hosts join the values of a header that two matching rules set. So no two rules
 * for one path set the same header. Each rule holds for the requested path and for the file that it
 * is rewritten to, as Netlify's documentation does not say which one counts.
 */
export function headersFile(facts: SiteFacts): string {
  const { documents, files, folders } = rulesOf(facts);
  const cached = { "Cache-Control": HEADERS.cached };
  const ofDocuments = firstFolders(documents);
  const ofPages = firstFolders(facts.pages.map(({ path }) => path));
  const page = { ...cached, ...safetyHeadersOf(TYPES.html, facts) };
  const html = facts.pages.filter(({ type }) => type === TYPES.html);
  const ofPeople = new Set(firstFolders(html.map(({ path }) => path)));
  const topPages = facts.pages.flatMap(({ file, path }) =>
    file === path.slice(1) || path === "/" || firstFolder(path) !== undefined ? [] : [path],
  );
  const rules = new Map<string, Record<string, string>>();
  rules.set("/*", { ...HEADERS.common, ...HEADERS.vary });
  for (const path of ["/", "/index.html", ...topPages.flatMap((path) => [path, `${path}.html`])])
    rules.set(path, page);
  for (const path of [HEALTH, `${HEALTH}.json`])
    rules.set(path, { "Content-Type": TYPES.json, "Cache-Control": HEADERS.neverStored });
  for (const { path, type } of files)
    if (firstFolder(path) === undefined)
      rules.set(path, { "Content-Type": type, ...cached, ...safetyHeadersOf(type, facts) });
  for (const folder of ofPages) rules.set(`${folder}*`, ofPeople.has(folder) ? page : cached);
  for (const folder of ofDocuments)
    rules.set(`${folder}*`, { "Content-Type": TYPES.json, ...cached });
  for (const { folder, ending, type } of folders) {
    const safety = ofPeople.has(folder) ? {} : safetyHeadersOf(type, facts);
    rules.set(`${folder}*.${ending}`, { "Content-Type": type, ...safety });
  }
  return [...rules].map(([path, headers]) => `${path}\n${headerLines(headers)}`).join("\n");
}

function headerLines(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `  ${name}: ${value}\n`)
    .join("");
}

/** Percent-encodes each segment of a path, except the placeholder `:name`. */
function encodePath(path: string): string {
  return path
    .split("/")
    .map((segment) => (segment === ":name" ? segment : encodeURIComponent(segment)))
    .join("/");
}
