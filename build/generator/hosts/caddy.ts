import type { SiteFacts } from "../../core/schema/manifest.ts";
import { PROBLEM_DETAILS } from "../../core/schema/problem-details.ts";
import { safetyHeadersOf } from "../../core/schema/safety-headers.ts";
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

/** A request target may be a whole address (RFC 9112 §3.2.2). */
const ORIGIN = "(?:[Hh][Tt][Tt][Pp][Ss]?://[^/?]*)?";

/** How a map of Caddy names the first group of a regular expression. */
const FIRST_GROUP = `\${1}`;

/**
 * A row of a map: a path with a looked-up name, `collection/name`, the path before the name, and
 * the path after it.
 */
const NAME_LOOKUP = [
  "~^(/v1/[^/]+/|/details/)([^/]+/)([^/]+?)(/[^/]+|\\.json)?$",
  ...[[2, 3], [1, 2], [4]].map((groups) => groups.map((group) => `\${${group}}`).join("")),
];

/** The same row for the page of a hero or map. */
const PAGE_LOOKUP = [
  `~^(/)((?i:${NAMED_PAGES.join("|")})/)([^/]+?)(?:\\.html)?/*$`,
  ...[[2, 3], [1, 2], []].map((groups) => groups.map((group) => `\${${group}}`).join("")),
];

/**
 * A snippet for Caddy: `import` this file, and `import gamedata` in a site whose `root` is the
 * site.
 */
export function caddyfile(): string {
  return `# For Caddy: import this file at the top of the Caddyfile, and \`import gamedata\` in a site whose root is this folder's parent.
# Where several such sites stand in one Caddyfile, each imports its own site.caddyfile instead, and the line at the top is omitted.

(gamedata) {
	import site.caddyfile
}
`;
}

/** The part of a Caddyfile for the block of a site whose `root` is this site. */
export function caddySite(facts: SiteFacts): string {
  const always = { ...HEADERS.common, ...HEADERS.vary };
  return `# For the block of a site of Caddy, whose root is this folder's parent.

${maps(facts)}
${route(facts, always)}
${errors(facts, always)}`;
}

/** Maps from the path of a request to what the other parts need of it. */
function maps(facts: SiteFacts): string {
  const problems = problemsDeepestFirst(facts);
  const ids = otherNames(facts).flatMap(({ collection, id, names }) =>
    names.filter((name) => !/[`{}]/.test(name)).map((name) => [`${collection}/${name}`, id]),
  );
  return `# The folder whose problem answers a path that does not resolve, what the problem says, and the path it names.
map {http.request.orig_uri} {gamedata_folder} {
${lines(
  1,
  problems
    .filter(({ path }) => path !== "/")
    .map(({ path }) => [`~^${ORIGIN}${escapeRegex(path)}/`, path]),
)}
	default /
}
map {gamedata_folder} {gamedata_detail} {
${lines(
  1,
  problems.map(({ path, detail }) => [path, jsonText(detail)]),
)}
}
map {http.request.orig_uri} {gamedata_instance} {
${lines(1, [[`~^${ORIGIN}(/[${PLAIN_PATH_CHARACTERS}]*)(\\?.*)?$`, FIRST_GROUP]])}
	default {gamedata_folder}
}

# The id of what is requested by another name, and what is before and after it in the canonical path.
map {http.request.orig_uri.path} {gamedata_asked} {gamedata_before} {gamedata_after} {
${lines(1, [NAME_LOOKUP, PAGE_LOOKUP])}
	default "" "" ""
}
map {gamedata_asked} {gamedata_id} {
${lines(1, ids)}
	default ""
}
${hasNotFoundPage(facts) ? mapsOfPages(facts) : ""}`;
}

/** Maps from other writings of a page's path to the page. */
function mapsOfPages(facts: SiteFacts): string {
  return `
# The page that people mean: in any letter case, with a slash or .html at the end; and the query.
map {http.request.orig_uri.path} {gamedata_stem} {
${lines(1, [[`~(?i)${stemWithEnding()}`, FIRST_GROUP]])}
	default ""
}
map {gamedata_stem} {gamedata_page} {
${lines(
  1,
  pagesByStem(facts).map(({ stem, path }) => [`~(?i)^${escapeRegex(stem)}$`, path]),
)}
	default ""
}
map {http.request.orig_uri} {gamedata_query} {
${lines(1, [["~^[^?]*(\\?.+)$", FIRST_GROUP]])}
	default ""
}
`;
}

/** The answers of requests that succeed. */
function route(facts: SiteFacts, always: Record<string, string>): string {
  const { reserved } = rulesOf(facts);
  const detailed = new Set(
    namesOfDetails(facts).map(({ collection }) => detailsPath(collection, "*")),
  );
  const refused = problemText(
    facts.baseUrl,
    "method-not-allowed",
    PROBLEM_DETAILS.methodNotServed("{method}"),
    "{gamedata_instance}",
  );
  return `route {
	header {
${lines(2, Object.entries(always))}
		-Last-Modified
		defer
	}
	# The tag alone decides: files have the times of their contents, so newer content can have an older time.
	request_header -If-Modified-Since

	@preflight method OPTIONS
	handle @preflight {
		header {
${lines(3, Object.entries({ Allow: HEADERS.allow, ...HEADERS.preflight }))}
		}
		respond 204
	}
	@refused not method GET HEAD
	handle @refused {
		header Allow ${quote(HEADERS.allow)}
		header Content-Type ${TYPES.problem}
		header Cache-Control ${HEADERS.neverStored}
		respond ${quote(refused)} 405
	}

	# Paths that name nothing, or would lead to a file which is not an answer to them.
	@malformed vars_regexp {http.request.uri} ${quote(`(?i)^[^?]*?(${MALFORMED_PATHS.map((source) => source.replaceAll("$", "(\\?|$)")).join("|")})`)}
	handle @malformed {
		error 404
	}
	@reserved path_regexp ${quote(`(${["/404", ...reserved.map((path) => `^${escapeRegex(path)}`)].join("|")})$`)}
	handle @reserved {
		error 404
	}

	@alias not vars {gamedata_id} ""
	header @alias Content-Location {gamedata_before}{gamedata_id}{gamedata_after}
${detailed.size === 0 ? "" : leadToDetails([...detailed])}
${answersOf(facts).join("\n")}
}
`;
}

/** Each path of the site with the file that answers it. The first that fits counts. */
function answersOf(facts: SiteFacts): string[] {
  const { documents, files, folders } = rulesOf(facts);
  const underFolders = firstFolders(documents).map((folder) => `${folder}*`);
  const single = documents.filter((path) => firstFolder(path) === undefined);
  return [
    answer("/", TYPES.html, "/index.html"),
    ...files.map(({ path, type }) => answer(path, type, "{path}")),
    ...single.map((path) =>
      answer(
        path,
        TYPES.json,
        "{path}.json",
        path === HEALTH ? HEADERS.neverStored : HEADERS.cached,
      ),
    ),
    ...folders.map(({ folder, ending, type }, at) => {
      const matcher = `path_regexp ${quote(`^${escapeRegex(folder)}.+\\.${escapeRegex(ending)}$`)}`;
      return `\t@folder${at} ${matcher}\n${answer(`@folder${at}`, type, "{path}")}`;
    }),
    ...underFolders.map((path) => answer(path, TYPES.json, "{path}.json")),
    answer("*", TYPES.html, "{path}.html"),
  ];
}

/** The answers of requests that fail. */
function errors(facts: SiteFacts, always: Record<string, string>): string {
  const { baseUrl } = facts;
  const notFound = problemText(baseUrl, "not-found", "{gamedata_detail}", "{gamedata_instance}");
  const internal = problemText(
    baseUrl,
    "internal-server-error",
    PROBLEM_DETAILS.internalError,
    "{gamedata_instance}",
  );
  return `handle_errors {
${hasNotFoundPage(facts) ? forPeople(always) : ""}	handle {
		header {
${lines(3, Object.entries({ ...always, "Content-Type": TYPES.problem, "Cache-Control": HEADERS.neverStored }))}
			-Content-Location
			-Content-Security-Policy
			-Etag
			-Referrer-Policy
		}
		# A name that no disk can hold is not there either.
		@not_found expression \`{http.error.status_code} == 404 || {http.error.message}.contains("file name too long")\`
		respond @not_found ${quote(notFound)} 404
		respond ${quote(internal)} 500
	}
}
`;
}

/** Rewrites details from any name to the id, which their file has. */
function leadToDetails(paths: readonly string[]): string {
  return `	@details {
		path ${paths.map(quote).join(" ")}
		not vars {gamedata_id} ""
	}
	rewrite @details {gamedata_before}{gamedata_id}{gamedata_after}
`;
}

/** The 404 page for people, outside the API. */
function forPeople(always: Record<string, string>): string {
  const headers = { ...always, ...safetyHeadersOf(TYPES.html), "Content-Type": TYPES.html };
  const person = `expression \`{http.error.status_code} == 404\`
		header Accept text/html*
		not path /v1 /v1/*`;
  const led = (name: string, condition: string, to: string) => `	@${name} {
		${person}
		${condition}
	}
	handle @${name} {
		header {
${lines(3, Object.entries({ ...always, "Cache-Control": HEADERS.neverStored }))}
			-Content-Location
		}
		redir ${to}{gamedata_query} 301
	}
`;
  const collections = NAMED_PAGES.map((collection) => `/${collection}/*`).join(" ");
  const named = `path ${collections}\n\t\tnot vars {gamedata_id} ""`;
  return `${led("page", 'not vars {gamedata_page} ""', "{gamedata_page}")}${led(
    "named_page",
    named,
    "{gamedata_before}{gamedata_id}",
  )}	@person {
		${person}
	}
	handle @person {
		header {
${lines(3, Object.entries({ ...headers, "Cache-Control": HEADERS.neverStored }))}
			-Content-Location
		}
		rewrite * ${NOT_FOUND_PAGE}.html
		file_server {
			precompressed br gzip
			status 404
		}
	}
`;
}

function answer(path: string, type: string, file: string, cacheControl = HEADERS.cached): string {
  const safety = Object.entries(safetyHeadersOf(type))
    .map(([name, value]) => `\n\t\theader ${name} ${quote(value)}`)
    .join("");
  return `	handle ${quote(path)} {
		header Content-Type ${quote(type)}
		header Cache-Control ${quote(cacheControl)}${safety}
		rewrite * ${file}
		file_server {
			precompressed br gzip
		}
	}`;
}

function lines(depth: number, rows: readonly (readonly string[])[]): string {
  return rows.map((row) => "\t".repeat(depth) + row.map(quote).join(" ")).join("\n");
}

/** Text as one token of a Caddyfile. Backticks have no escapes, so the text must hold none. */
function quote(text: string): string {
  return `\`${text}\``;
}
