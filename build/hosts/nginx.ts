import type { SiteFacts } from "../schema/manifest.ts";
import { PROBLEM_DETAILS } from "../schema/problem-details.ts";
import { SAFETY_HEADERS } from "../schema/safety-headers.ts";
import { sha256Of } from "../site/digest.ts";
import { detailsPath, namesOfDetails, otherNames } from "../site/other-names.ts";
import { commonOf, HEADERS, lifeOf, TYPES } from "./answer-headers.ts";
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

/**
 * Where nginx goes with a request whose path it could not read; named locations take none without a
 * path.
 */
const UNREADABLE = "/gamedata-unreadable";

/** Where it goes for the page that people see where there is nothing. */
const PAGE = "/gamedata-not-found";

/**
 * The part of nginx's configuration that stands in its `http` block: what the one in a `server`
 * block looks up. Its variables differ between sites, so that several can stand in one nginx.
 * `below` is the regular expression of what stands before the paths of a site, where several stand
 * side by side.
 */
export function nginxHttp(facts: SiteFacts, below = ""): string {
  return `# For the http block of nginx; server.conf beside it is for a server block.

# Names are long. If another line of yours sets these two, such as those of a second site, keep the larger values and delete the others.
map_hash_bucket_size 512;
map_hash_max_size ${MAP_HASH_MAX_SIZE};

${maps(facts, below)}`;
}

/**
 * The same for every site, so that it does for several; nginx makes no larger table than it needs.
 */
const MAP_HASH_MAX_SIZE = 65_536;

function maps(facts: SiteFacts, below: string): string {
  const all = [
    mapsOfPaths(facts, below),
    mapsOfProblems(facts),
    mapsOfHeaders(facts, below),
    mapsOfNames(facts),
    ...(hasNotFoundPage(facts) ? [mapsOfPages(facts)] : []),
  ];
  return named(facts, all.join("\n"));
}

/** What a path is, whatever the site has at it. */
function mapsOfPaths(facts: SiteFacts, below: string): string {
  const life = lifeOf(facts);
  const reserved = rulesOf(facts).reserved.map((path) => `    ${quote(`0${path}`)} 1;`);
  return `# The path as received: what stands between the method and the query${below === "" ? "" : ", below the version"}.
map $request $gamedata_path {
    default "";
    "~^\\S+ (?:[Hh][Tt][Tt][Pp][Ss]?://[^/? ]*)?${optional(below)}(?<gamedata_received>/[^? ]*)" $gamedata_received;
}
${below === "" ? "" : versionMaps(below, life.cached)}
# Paths that name nothing however nginx resolves them: doubled, encoded and trailing slashes, dot segments, fragments.
map $gamedata_path $gamedata_malformed {
    default 0;
${MALFORMED_PATHS.map((source) => `    ${quote(`~*${source}`)} 1;`).join("\n")}
    "~*%(?![0-9a-f][0-9a-f])" 1;
}

# Those, and paths that would lead to a file which is no answer to them.
map "$gamedata_malformed$uri" $gamedata_unresolvable {
    default 0;
    "~^1(?!${UNREADABLE}$)" 1;
    "~/404$" 1;
${reserved.join("\n")}
}
`;
}

/** What is said of a path that does not resolve. */
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

/** What the headers of an answer hold. */
function mapsOfHeaders(facts: SiteFacts, below: string): string {
  const life = lifeOf(facts);
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
    "1${HEALTH}.json" "${life.health}";
    "~^1" ${below === "" ? `"${life.cached}"` : "$gamedata_life"};
}
map "$status $request_method" $gamedata_allow { default ""; "~^405 " "${HEADERS.allow}"; "~ OPTIONS$" "${HEADERS.allow}"; }
${only("OPTIONS", HEADERS.preflight).join("\n")}

# What a browser may do with an answer, by its type.
${safetyMaps().join("\n")}
`;
}

/** What stands under the id and is asked for by another name. */
function mapsOfNames(facts: SiteFacts): string {
  const ids = new Map(
    otherNames(facts).flatMap(({ collection, id, names }) =>
      names.map((name) => [asciiLowerCase(`${collection}/${name}`), id] as const),
    ),
  );
  const idLines = [...ids].map(([name, id]) => `    ${quote(name)} ${quote(id)};`);
  return `# The id of what is asked for by another name, and the canonical path that it stands under.
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

/** Where people are led that ask for a page in other words than its own. */
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
map $uri $gamedata_stem { default ""; ${quote(`~*${stemWithEnding("?<gamedata_page_stem>")}`)} $gamedata_page_stem; }
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

function optional(below: string): string {
  return below === "" ? "" : `(?:${below})?`;
}

/**
 * The version of a request, as the folder below the root, and for how long its answers may be kept.
 */
function versionMaps(below: string, cached: string): string {
  return `map $request $gamedata_version {
    default "";
    "~^\\S+ (?:[Hh][Tt][Tt][Pp][Ss]?://[^/? ]*)?(?<gamedata_below>${below})/" $gamedata_below;
}
map $gamedata_version $gamedata_life { default "${cached}"; "" "${HEADERS.cached}"; }
`;
}

/**
 * The part of nginx's configuration that stands in a `server` block, whose `root` is the site.
 * Where several stand side by side, `$gamedata_root` is the folder above them.
 */
export function nginxServer(facts: SiteFacts, below = ""): string {
  return named(
    facts,
    `${
      below === ""
        ? "# For a server block of nginx whose root is the site; http.conf beside it is for the " +
          "http block."
        : OF_VERSIONS
    }
# brotli_static on; beside the include switches brotli on, where nginx has the module.

${below === "" ? "" : `root $gamedata_root$gamedata_version;\nrewrite ^${below}(/.*)$ $1;\n\n`}gzip off;
gzip_static on;
gzip_proxied any;
gzip_vary off;
charset off;
absolute_redirect off;
expires off;
log_not_found off;
${headersOf(facts, below).join("\n")}

if ($request_method = OPTIONS) { return 204; }
if ($request_method !~ ^(GET|HEAD)$) { return 405; }
if ($gamedata_unresolvable) { return 404; }

${locationsOf(facts, below).join("\n")}

${errorPages(facts, below)}`,
  );
}

/** The headers of every answer. */
function headersOf(facts: SiteFacts, below: string): string[] {
  return [
    ...Object.entries({ ...commonOf(facts, below), ...HEADERS.vary }).map(([name, value]) => [
      name,
      quote(value),
    ]),
    ["Cache-Control", "$gamedata_cache_control"],
    ["Content-Location", "$gamedata_content_location"],
    ["Allow", "$gamedata_allow"],
    ...[...Object.keys(HEADERS.preflight), ...SAFETY_NAMES].map((name) => [name, variable(name)]),
  ].map(([name, value]) => `add_header ${name} ${value} always;`);
}

/** Each path of the site, and the file that answers it. */
function locationsOf(facts: SiteFacts, below: string): string[] {
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
    ...(below === "" ? [] : [location("= /versions.json", TYPES.json, "$uri")]),
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

/** What is answered where something is wrong. */
function errorPages(facts: SiteFacts, below: string): string {
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
error_page 400 414 494 = ${UNREADABLE};
location @gamedata_not_found {
    ${problemType}
${hasNotFoundPage(facts) ? forPeople(below) : ""}    return 404 ${quoteBody(notFound)};
}
${
  hasNotFoundPage(facts)
    ? `location = ${PAGE} { internal; types { } default_type ${quote(TYPES.html)}; try_files ` +
      `${NOT_FOUND_PAGE}.html =404; }\n`
    : ""
}location @gamedata_method_not_allowed { ${problemType} return 405 ${quoteBody(refused)}; }
location = ${UNREADABLE} {
    internal;
    ${problemType}
    if ($gamedata_malformed) { return 404 ${quoteBody(notFound)}; }
    return 400 ${quoteBody(unreadable)};
}
`;
}

/** In a browser: the way to the page, or the page that helps. */
function forPeople(below: string): string {
  const page = `${below === "" ? "" : "$gamedata_version"}$gamedata_moved$is_args$args`;
  return `    if ($gamedata_moved) { return 301 ${page}; }
    if ($gamedata_person) { rewrite ^ ${PAGE} last; }
`;
}

/**
 * Text of a configuration, its variables named for the site: a name may have 32 characters, an
 * address has more.
 */
function named({ baseUrl }: SiteFacts, text: string): string {
  const site = sha256Of(Buffer.from(baseUrl)).slice(0, 8);
  return text.replace(/(\$|[?k]<)gamedata_(?!root\b)/g, `$1gamedata_${site}_`);
}

const OF_VERSIONS = `# For a server block of nginx, below: set $gamedata_root FOLDER; where FOLDER holds the versions.
# http.conf beside it is for the http block.`;

/** Headers that only some types have. */
const SAFETY_NAMES = new Set([...SAFETY_HEADERS.values()].flatMap(Object.keys));

/** One map for each of those, which is empty for all other types. */
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

/** The keys of nginx's maps are compared in ASCII lower case. */
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

/** Text in single quotes, in which the quotes of JSON stand for themselves. */
function quoteBody(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}
