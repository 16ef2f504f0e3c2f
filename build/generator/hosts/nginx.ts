import type { SiteFacts } from "../../core/schema/manifest.ts";
import { PROBLEM_DETAILS } from "../../core/schema/problem-details.ts";
import { SAFETY_HEADERS } from "../../core/schema/safety-headers.ts";
import { sha256Of } from "../../core/site/digest.ts";
import { detailsPath, namesOfDetails, otherNames } from "../../core/site/other-names.ts";
import { HEADERS, TYPES } from "./answer-headers.ts";
import { escapeRegex } from "./escape-regex.ts";
import { jsonText, PLAIN_PATH_CHARACTERS, problemText } from "./problem-text.ts";
import {
  firstFolder,
  firstFolders,
  HEALTH,
  hasNotFoundPage,
  MALFORMED_PATHS,
  NAMED_PAGES,
  NOT_FOUND_PAGE,
  pagesByStem,
  problemsDeepestFirst,
  rulesOf,
  stemWithEnding,
} from "./rules.ts";

/** The location for requests whose path nginx cannot read, which named locations do not take. */
const UNREADABLE_LOCATION = "/gamedata-unreadable";

/** The location of the 404 page for people. */
const NOT_FOUND_LOCATION = "/gamedata-not-found";

/**
 * The part of nginx's configuration for its `http` block, with the maps that the part for `server`
 * blocks needs. Variables have other names for each site, so that one nginx can serve several.
 */
export function nginxHttp(facts: SiteFacts): string {
  return `# For the http block of nginx; server.conf beside it is for a server block.

# Names are long. If another line of yours sets these, such as those of a second site, keep the larger values and delete the others.
variables_hash_bucket_size 128;
variables_hash_max_size 4096;
map_hash_bucket_size 512;
map_hash_max_size ${MAP_HASH_MAX_SIZE};

${maps(facts)}`;
}

/** Equal for all sites, so that several fit together. nginx makes no larger table than it needs. */
const MAP_HASH_MAX_SIZE = 65_536;

function maps(facts: SiteFacts): string {
  const all = [
    mapsOfPaths(facts),
    mapsOfProblems(facts),
    mapsOfHeaders(),
    mapsOfNames(facts),
    ...(hasNotFoundPage(facts) ? [mapsOfPages(facts)] : []),
  ];
  return named(facts, all.join("\n"));
}

/** Maps that read and judge the path of a request. */
function mapsOfPaths(facts: SiteFacts): string {
  const reserved = rulesOf(facts).reserved.map((path) => `    ${quote(`0${path}`)} 1;`);
  return `# The path as received: what is between the method and the query.
map $request $gamedata_path {
    default "";
    "~^\\S+ (?:[Hh][Tt][Tt][Pp][Ss]?://[^/? ]*)?(?<gamedata_received>/[^? ]*)" $gamedata_received;
}

# Paths that name nothing however nginx resolves them: doubled, encoded and trailing slashes, dot segments, fragments.
map $gamedata_path $gamedata_malformed {
    default 0;
${MALFORMED_PATHS.map((source) => `    ${quote(`~*${source}`)} 1;`).join("\n")}
    "~*%(?![0-9a-f][0-9a-f])" 1;
}

# Those, and paths that would lead to a file which is not an answer to them.
map "$gamedata_malformed$uri" $gamedata_unresolvable {
    default 0;
    "~^1(?!${UNREADABLE_LOCATION}$)" 1;
    "~/404$" 1;
${reserved.join("\n")}
}
`;
}

/** Maps for the 404 of a path that does not resolve. */
function mapsOfProblems(facts: SiteFacts): string {
  const problems = problemsDeepestFirst(facts);
  const folders = problems
    .filter(({ path }) => path !== "/")
    .map(({ path }) => `    ${regex(`^${escapeRegex(path)}/`)} ${quote(path)};`);
  const details = problems.map(
    ({ path, detail }) => `    ${quote(path)} ${quote(jsonText(detail))};`,
  );
  return `# The folder whose problem answers a path that does not resolve, what the problem says, and the path it names.
map $gamedata_path $gamedata_folder {
    default "/";
${folders.join("\n")}
}
map $gamedata_folder $gamedata_detail {
    default "";
${details.join("\n")}
}
map $gamedata_path $gamedata_instance {
    default $gamedata_folder;
    ${regex(`^[${PLAIN_PATH_CHARACTERS}]+$`)} $gamedata_path;
}
`;
}

/** Maps for the values of headers. */
function mapsOfHeaders(): string {
  const only = (method: string, headers: Record<string, string>) =>
    Object.entries(headers).map(
      ([name, value]) =>
        `map $request_method ${variable(name)} { default ""; ${method} ${quote(value)}; }`,
    );
  return `# Who opens a page in a browser, outside the API.
map "$http_accept $gamedata_path" $gamedata_person { default 0; "~^text/html.* (?!/v1(/|$))/" 1; }

map $status $gamedata_found { default 0; 200 1; 206 1; 304 1; }
map "$gamedata_found$uri" $gamedata_cache_control {
    default "${HEADERS.neverStored}";
    "1${HEALTH}.json" "${HEADERS.neverStored}";
    "~^1" "${HEADERS.cached}";
}
map "$status $request_method" $gamedata_allow { default ""; "~^405 " "${HEADERS.allow}"; "~ OPTIONS$" "${HEADERS.allow}"; }
${only("OPTIONS", HEADERS.preflight).join("\n")}

# What a browser may do with an answer, by its type.
${safetyMaps().join("\n")}
`;
}

/** Maps from other names to the id and its canonical path. */
function mapsOfNames(facts: SiteFacts): string {
  const ids = new Map(
    otherNames(facts).flatMap(({ collection, id, names }) =>
      names.map((name) => [asciiLowerCase(`${collection}/${name}`), id] as const),
    ),
  );
  const idLines = [...ids].map(([name, id]) => `    ${quote(name)} ${quote(id)};`);
  return `# The id of what is asked for by another name, and its canonical path.
map $uri $gamedata_asked {
    default "";
    "~^/(?:v1/[^/]+|details)/(?<gamedata_called>[^/]+/[^/]+?)(?:/[^/]+)?\\.json$" $gamedata_called;
    "~*^/(?<gamedata_page_called>(?:${NAMED_PAGES.join("|")})/[^/]+?)(?:\\.html)?/*$" $gamedata_page_called;
}
map $gamedata_asked $gamedata_id {
    default "";
${idLines.join("\n")}
}
map "$gamedata_found$gamedata_asked/$gamedata_id$uri" $gamedata_content_location {
    default "";
    "~^1[^/]+/(?<gamedata_itself>[^/]+)/\\k<gamedata_itself>/" "";
    "~^1[^/]+/[^/]+/[^/]+(?<gamedata_file>/details/.+)$" $gamedata_file;
    "~^1[^/]+/[^/]+/(?<gamedata_one>[^/]+)(?<gamedata_under>/v1/[^/]+/[^/]+/)[^/]+?(?<gamedata_part>(?:/[^/]+)?)\\.json$" $gamedata_under$gamedata_one$gamedata_part;
}
`;
}

/** Maps from other writings of a page's path to the page. */
function mapsOfPages(facts: SiteFacts): string {
  const pages = pagesByStem(facts).map(
    ({ stem, path }) => `    ${quote(asciiLowerCase(stem))} ${quote(path)};`,
  );
  const named = NAMED_PAGES.map(
    (collection) =>
      `    "~*^1 (?<gamedata_${collection}_id>[^/ ]+) /${collection}/" ` +
      `/${collection}/$gamedata_${collection}_id;`,
  );
  return `# The page that people mean: in any letter case, by another name, with a slash or .html at the end.
map $uri $gamedata_stem { default ""; ${quote(`~*${stemWithEnding("gamedata_page_stem")}`)} $gamedata_page_stem; }
map $gamedata_stem $gamedata_page {
    default "";
${pages.join("\n")}
}
map "$gamedata_person$gamedata_page $gamedata_id $uri" $gamedata_moved {
    default "";
    "~^1(?<gamedata_page_path>/[^ ]*) " $gamedata_page_path;
${named.join("\n")}
}
`;
}

/** The part of nginx's configuration for a `server` block whose `root` is the site. */
export function nginxServer(facts: SiteFacts): string {
  return named(
    facts,
    `# For a server block of nginx whose root is the site; http.conf beside it is for the http block.
# brotli_static on; beside the include switches brotli on, where nginx has the module.

gzip off;
gzip_static on;
gzip_proxied any;
gzip_vary off;
charset off;
absolute_redirect off;
expires off;
log_not_found off;
# The tag alone decides: files have the times of their contents, so newer content can have an older time.
if_modified_since off;
add_header Last-Modified "";
${headersOf().join("\n")}

if ($request_method = OPTIONS) { return 204; }
if ($request_method !~ ^(GET|HEAD)$) { return 405; }
if ($gamedata_unresolvable) { return 404; }

${locationsOf(facts).join("\n")}

${errorPages(facts)}`,
  );
}

/** The headers of every answer. */
function headersOf(): string[] {
  return [
    ...Object.entries({ ...HEADERS.common, ...HEADERS.vary }).map(([name, value]) => [
      name,
      quote(value),
    ]),
    ["Cache-Control", "$gamedata_cache_control"],
    ["Content-Location", "$gamedata_content_location"],
    ["Allow", "$gamedata_allow"],
    ...[...Object.keys(HEADERS.preflight), ...SAFETY_NAMES].map((name) => [name, variable(name)]),
  ].map(([name, value]) => `add_header ${name} ${value} always;`);
}

/** Each path of the site with the file that answers it. */
function locationsOf(facts: SiteFacts): string[] {
  const { documents, files, folders } = rulesOf(facts);
  const single = documents.filter((path) => firstFolder(path) === undefined);
  const location = (match: string, type: string, file: string) =>
    `location ${match} { types { } default_type ${quote(type)}; try_files ${file} =404; }`;
  const detailsOf = (collection: string) => {
    const path = escapeRegex(detailsPath(collection, "")).replace("/\\.", "/[^/]+\\.");
    const file = detailsPath(collection, "$gamedata_id");
    return location(`~ ${quote(`^${path}$`)}`, TYPES.json, `$uri ${file}`);
  };
  return [
    location("= /", TYPES.html, "/index.html"),
    location("/", TYPES.html, "$uri.html"),
    ...firstFolders(documents).map((folder) => location(quote(folder), TYPES.json, "$uri.json")),
    ...single.map((path) => location(`= ${quote(path)}`, TYPES.json, "$uri.json")),
    ...files.map(({ path, type }) => location(`= ${quote(path)}`, type, "$uri")),
    ...new Set(namesOfDetails(facts).map(({ collection }) => detailsOf(collection))),
    ...folders.map(({ folder, ending, type }) =>
      location(`~ ${quote(`^${escapeRegex(folder)}.+\\.${escapeRegex(ending)}$`)}`, type, "$uri"),
    ),
  ];
}

/** The answers of requests that fail. */
function errorPages(facts: SiteFacts): string {
  const { baseUrl } = facts;
  const notFound = problemText(baseUrl, "not-found", "$gamedata_detail", "$gamedata_instance");
  const unreadable = problemText(baseUrl, "bad-request", PROBLEM_DETAILS.unreadable, "/");
  const refused = problemText(
    baseUrl,
    "method-not-allowed",
    PROBLEM_DETAILS.methodNotServed("$request_method"),
    "$gamedata_instance",
  );
  const problemType = `types { } default_type ${TYPES.problem};`;
  return `error_page 404 @gamedata_not_found;
error_page 405 = @gamedata_method_not_allowed;
error_page 400 414 494 = ${UNREADABLE_LOCATION};
location @gamedata_not_found {
    ${problemType}
${hasNotFoundPage(facts) ? FOR_PEOPLE : ""}    return 404 ${quoteBody(notFound)};
}
${
  hasNotFoundPage(facts)
    ? `location = ${NOT_FOUND_LOCATION} { internal; types { } ` +
      `default_type ${quote(TYPES.html)}; try_files ${NOT_FOUND_PAGE}.html =404; }\n`
    : ""
}location @gamedata_method_not_allowed { ${problemType} return 405 ${quoteBody(refused)}; }
location = ${UNREADABLE_LOCATION} {
    internal;
    ${problemType}
    if ($gamedata_malformed) { return 404 ${quoteBody(notFound)}; }
    return 400 ${quoteBody(unreadable)};
}
`;
}

/** What people get in a browser: a redirect to the page that they meant, or the 404 page. */
const FOR_PEOPLE = `    if ($gamedata_moved) { return 301 $gamedata_moved$is_args$args; }
    if ($gamedata_person) { rewrite ^ ${NOT_FOUND_LOCATION} last; }
`;

/**
 * A configuration whose variables have the site in their names, as eight digits of the checksum of
 * its address.
 */
function named({ baseUrl }: SiteFacts, text: string): string {
  const site = sha256Of(Buffer.from(baseUrl)).slice(0, 8);
  return text.replace(/(\$|[?k]<)gamedata_/g, `$1gamedata_${site}_`);
}

/** Headers that only some media types have. */
const SAFETY_NAMES = new Set([...SAFETY_HEADERS.values()].flatMap(Object.keys));

/** A map for each of these headers. It is empty for all other media types. */
function safetyMaps(): string[] {
  return [...SAFETY_NAMES].map((name) => {
    const values = [...SAFETY_HEADERS].flatMap(([type, { [name]: value }]) =>
      value === undefined ? [] : ` ${regex(`^${escapeRegex(type)}(;|$)`)} ${quote(value)};`,
    );
    return `map $sent_http_content_type ${variable(name)} { default "";${values.join("")} }`;
  });
}

function variable(header: string): string {
  return `$gamedata_${header.toLowerCase().replaceAll("-", "_")}`;
}

/** ASCII lower case, in which nginx compares the keys of maps. */
function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** A regular expression as the source of a map. */
function regex(source: string): string {
  return quote(`~${source}`);
}

/** Text in double quotes, as nginx reads it. */
function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** Text in single quotes, where the quotes of JSON need no escape. */
function quoteBody(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}
