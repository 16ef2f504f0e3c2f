import type { SiteFacts } from "../schema/manifest.ts";
import { safetyHeadersOf } from "../schema/safety-headers.ts";
import { detailsPath, namesOfDetails } from "../site/other-names.ts";
import { commonOf, HEADERS, lifeOf, TYPES } from "./answer-headers.ts";
import {
  firstFolder,
  firstFolders,
  foldersForPeople,
  HEALTH,
  hasNotFoundPage,
  NOT_FOUND_PAGE,
  rulesOf,
} from "./rules.ts";

/*
 * Netlify and Cloudflare Pages read the same two files. What both document is used, and nothing
 * else: https://docs.netlify.com/manage/routing/redirects/overview and .../headers,
 * https://developers.cloudflare.com/pages/configuration/redirects/ and .../headers/.
 */

/**
 * `_redirects`: rewrites (status 200) of the paths whose file is `PATH.json`, and of every name of
 * a hero to its details. Cloudflare follows a rule whatever files there are, the static ones first;
 * Netlify serves a file where there is one. A rewrite to a file that does not exist is a 404 on
 * both. The last rules, of status 404, are Netlify's alone: they show people a page at the root,
 * and below `/heroes/` and its like. Cloudflare knows no such rule, passes it over, and has the
 * `404.html` of the folder. `below` is what stands before the paths of a site, `/:version` where
 * several sites stand side by side.
 */
export function redirectsFile(facts: SiteFacts, below = ""): string {
  const { documents } = rulesOf(facts);
  const isDynamic = (path: string) => path.includes(":name");
  const rewrite = (path: string) =>
    `${below}${encodePath(path)} ${below}${encodePath(path)}.json 200`;
  const details = namesOfDetails(facts).flatMap(({ collection, id, names }) =>
    names.map(
      (name) => `${encodePath(detailsPath(collection, name))} ${detailsPath(collection, id)} 200`,
    ),
  );
  const nothing = [
    ...facts.problems.map(({ path }) => (path === "/" ? "/404" : `${path}/404`)),
    ...foldersForPeople(facts).map((folder) => `${folder}404`),
  ];
  const lines = [
    "# Netlify and Cloudflare Pages: the path /P is the file P.json.",
    ...documents.filter((path) => !isDynamic(path)).map(rewrite),
    "# Details stand under the id alone.",
    ...details,
    "# The files of 404s are no resources.",
    ...nothing.map((path) => `${below}${encodePath(path)} ${below}${encodePath(path)}/none 200`),
    ...documents.filter(isDynamic).map(rewrite),
    ...[below, ""].filter(once).map((at) => `${at}/hosts/* ${at}/404/none 200`),
    ...foldersForPeople(facts).map(
      (folder) => `${below}${folder}* ${below}${NOT_FOUND_PAGE}.html 404`,
    ),
    ...(hasNotFoundPage(facts) ? [`${below}/:page ${below}${NOT_FOUND_PAGE}.html 404`] : []),
  ];
  return `${lines.join("\n")}\n`;
}

/**
 * `_headers`. Both hosts join the values of a header that two matching rules name, so no two rules
 * that match one path name the same header. Each rule holds for the path that was asked for and for
 * the file it is rewritten to: Netlify's documentation does not say which counts.
 */
export function headersFile(facts: SiteFacts, below = ""): string {
  const { documents, files, folders } = rulesOf(facts);
  const life = lifeOf(facts);
  const cached = { "Cache-Control": life.cached };
  const ofDocuments = firstFolders(documents);
  const ofPages = firstFolders(facts.pages.map(({ path }) => path));
  const page = { ...cached, ...safetyHeadersOf(TYPES.html) };
  const ofPeople = new Set(firstFolders(facts.pages.filter(isHtml).map(({ path }) => path)));
  const topPages = facts.pages
    .filter(
      ({ file, path }) => file !== path.slice(1) && path !== "/" && firstFolder(path) === undefined,
    )
    .map(({ path }) => path);
  const rules = new Map<string, Record<string, string>>([
    ["/*", { ...commonOf(facts, below), ...HEADERS.vary }],
    ...["/", "/index.html", ...topPages.flatMap((path) => [path, `${path}.html`])].map(
      (path) => [path, page] as const,
    ),
    ...[HEALTH, `${HEALTH}.json`].map(
      (path) => [path, { "Content-Type": TYPES.json, "Cache-Control": life.health }] as const,
    ),
    ...files
      .filter(({ path }) => firstFolder(path) === undefined)
      .map(
        ({ path, type }) =>
          [path, { "Content-Type": type, ...cached, ...safetyHeadersOf(type) }] as const,
      ),
    ...ofPages.map((folder) => [`${folder}*`, ofPeople.has(folder) ? page : cached] as const),
    ...ofDocuments.map(
      (folder) => [`${folder}*`, { "Content-Type": TYPES.json, ...cached }] as const,
    ),
    ...folders.map(
      ({ folder, ending, type }) =>
        [
          `${folder}*.${ending}`,
          { "Content-Type": type, ...(ofPeople.has(folder) ? {} : safetyHeadersOf(type)) },
        ] as const,
    ),
  ]);
  const all = below === "" ? rules : new Map([...ABOVE_VERSIONS, ...prefixed(rules, below)]);
  return [...all].map(([path, headers]) => `${path}\n${headerLines(headers)}`).join("\n");
}

/** What stands above the sites of several versions. */
const ABOVE_VERSIONS: readonly [string, Record<string, string>][] = [
  ...["/", "/index.html"].map((path): [string, Record<string, string>] => [
    path,
    { "Cache-Control": HEADERS.cached, ...safetyHeadersOf(TYPES.html) },
  ]),
  ["/versions.json", { "Content-Type": TYPES.json, "Cache-Control": HEADERS.cached }],
];

/** The rules of a site below a path, but for what all answers have. */
function prefixed(
  rules: ReadonlyMap<string, Record<string, string>>,
  below: string,
): [string, Record<string, string>][] {
  return [...rules].map(([path, headers]) => [path === "/*" ? path : below + path, headers]);
}

function once(value: string, at: number, all: readonly string[]): boolean {
  return all.indexOf(value) === at;
}

/**
 * Folders hold pages for people, the same as Markdown, or other files; pages and Markdown have the
 * same headers but for the type.
 */
function isHtml({ type }: SiteFacts["pages"][number]): boolean {
  return type === TYPES.html;
}

function headerLines(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `  ${name}: ${value}\n`)
    .join("");
}

/** Each segment percent-encoded, but for placeholders. */
function encodePath(path: string): string {
  return path
    .split("/")
    .map((segment) => (segment === ":name" ? segment : encodeURIComponent(segment)))
    .join("/");
}
