import type { SiteFacts } from "../../core/schema/manifest.ts";
import { pagePolicy } from "../../core/schema/safety-headers.ts";
import { sha256Of } from "../../core/site/digest.ts";
import { type FileBeside, filesBeside, otherNames } from "../../core/site/path-files.ts";
import {
  escapeRegex,
  fillTemplate,
  firstFolder,
  firstFolders,
  jsonText,
  pagesByStem,
  problemsDeepestFirst,
  rulesOf,
  TYPES,
} from "./rules.ts";

/**
 * The part of nginx's configuration for its `http` block, with the maps that the part for `server`
 * blocks needs.
 */
export function nginxHttp(facts: SiteFacts): string {
  const problems = problemsDeepestFirst(facts);
  const ids = otherNames(facts).flatMap(({ collection, id, names }) =>
    names.map((name) => [asciiLowerCase(`${collection}/${name}`), id] as const),
  );
  const text = fillTemplate("nginx-http.conf", {
    PAGE_POLICY: [pagePolicy(facts)],
    FOLDERS: problems
      .filter(({ path }) => path !== "/")
      .map(({ path }) => row(`~^${escapeRegex(path)}/`, path)),
    DETAILS: problems.map(({ path, detail }) => row(path, jsonText(detail))),
    IDS: [...new Map(ids)].map(([name, id]) => row(name, id)),
    PAGES: pagesByStem(facts).map(({ stem, path }) => row(asciiLowerCase(stem), path)),
  });
  return named(facts, text);
}

/** The part of nginx's configuration for a `server` block whose `root` is the site. */
export function nginxServer(facts: SiteFacts): string {
  const text = fillTemplate("nginx-server.conf", {
    BASE_URL: [jsonText(facts.baseUrl)],
    LOCATIONS: locationsOf(facts),
  });
  return named(facts, text);
}

/** Each path of the site with the file that answers it. */
function locationsOf(facts: SiteFacts): string[] {
  const { documents, files, folders } = rulesOf(facts);
  const single = documents.filter((path) => firstFolder(path) === undefined);
  const location = (match: string, type: string, file: string) =>
    `location ${match} { types { } default_type ${quote(type)}; try_files ${file} =404; }`;
  const besideOf = ({ pathOf }: FileBeside) => {
    const path = escapeRegex(pathOf("")).replace("/\\.", "/[^/]+\\.");
    const file = pathOf("$gamedata_id");
    return location(`~ ${quote(`^${path}$`)}`, TYPES.json, `$uri ${file}`);
  };
  return [
    ...firstFolders(documents).map((folder) => location(quote(folder), TYPES.json, "$uri.json")),
    ...single.map((path) => location(`= ${quote(path)}`, TYPES.json, "$uri.json")),
    ...files.map(({ path, type }) => location(`= ${quote(path)}`, type, "$uri")),
    ...new Set(filesBeside(facts).map(besideOf)),
    ...folders.map(({ folder, ending, type }) =>
      location(`~ ${quote(`^${escapeRegex(folder)}.+\\.${escapeRegex(ending)}$`)}`, type, "$uri"),
    ),
  ];
}

/**
 * Variables get the site into their names, as eight digits of the checksum of its address, so that
 * one nginx can serve several sites.
 */
function named({ baseUrl }: SiteFacts, text: string): string {
  const site = sha256Of(Buffer.from(baseUrl)).slice(0, 8);
  return text.replace(/(\$|[?k]<)gamedata_/g, `$1gamedata_${site}_`);
}

/** ASCII lower case, in which nginx compares the keys of maps. */
function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** A row of a map. */
function row(key: string, value: string): string {
  return `${quote(key)} ${quote(value)};`;
}

/** Text in double quotes, as nginx reads it. */
function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
