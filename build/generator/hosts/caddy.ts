import type { SiteFacts } from "../../core/schema/manifest.ts";
import { pagePolicy, safetyHeadersOf } from "../../core/schema/safety-headers.ts";
import { filesBeside, otherNames } from "../../core/site/path-files.ts";
import {
  escapeRegex,
  fillTemplate,
  firstFolder,
  firstFolders,
  HEADERS,
  HEALTH,
  jsonText,
  pagesByStem,
  problemsDeepestFirst,
  rulesOf,
  TYPES,
} from "./rules.ts";

/** A request target may be a whole address (RFC 9112 §3.2.2). */
const ORIGIN = "(?:[Hh][Tt][Tt][Pp][Ss]?://[^/?]*)?";

/**
 * A snippet for Caddy: `import` this file, and `import gamedata` in a site whose `root` is the
 * site.
 */
export function caddyfile(): string {
  return fillTemplate("Caddyfile", {});
}

/** The part of a Caddyfile for the block of a site whose `root` is this site. */
export function caddySite(facts: SiteFacts): string {
  const problems = problemsDeepestFirst(facts);
  const ids = otherNames(facts).flatMap(({ collection, id, names }) =>
    names.filter((name) => !/[`{}]/.test(name)).map((name) => [`${collection}/${name}`, id]),
  );
  const detailed = filesBeside(facts).map(({ pathOf }) => pathOf("*"));
  return fillTemplate("site.caddyfile", {
    BASE_URL: [jsonText(facts.baseUrl)],
    PAGE_POLICY: [pagePolicy(facts)],
    FOLDERS: problems
      .filter(({ path }) => path !== "/")
      .map(({ path }) => row([`~^${ORIGIN}${escapeRegex(path)}/`, path])),
    DETAILS: problems.map(({ path, detail }) => row([path, jsonText(detail)])),
    IDS: ids.map(row),
    PAGES: pagesByStem(facts).map(({ stem, path }) => row([`~(?i)^${escapeRegex(stem)}$`, path])),
    DETAILS_PATHS: [...new Set(detailed)].map(quote),
    ANSWERS: answersOf(facts),
  });
}

/** Each path of the site with the file that answers it. The first that fits counts. */
function answersOf(facts: SiteFacts): string[] {
  const { documents, files, folders } = rulesOf(facts);
  const underFolders = firstFolders(documents).map((folder) => `${folder}*`);
  const single = documents.filter((path) => firstFolder(path) === undefined);
  return [
    answer(facts, "/", TYPES.html, "/index.html"),
    ...files.map(({ path, type }) => answer(facts, path, type, "{path}")),
    ...single.map((path) =>
      answer(
        facts,
        path,
        TYPES.json,
        "{path}.json",
        path === HEALTH ? HEADERS.neverStored : HEADERS.cached,
      ),
    ),
    ...folders.map(({ folder, ending, type }, at) => {
      const matcher = `path_regexp ${quote(`^${escapeRegex(folder)}.+\\.${escapeRegex(ending)}$`)}`;
      return `@folder${at} ${matcher}\n\t${answer(facts, `@folder${at}`, type, "{path}")}`;
    }),
    ...underFolders.map((path) => answer(facts, path, TYPES.json, "{path}.json")),
    answer(facts, "*", TYPES.html, "{path}.html"),
  ];
}

function answer(
  facts: SiteFacts,
  path: string,
  type: string,
  file: string,
  cacheControl = HEADERS.cached,
): string {
  const safety = Object.entries(safetyHeadersOf(type, facts))
    .map(([name, value]) => `\n\t\theader ${name} ${quote(value)}`)
    .join("");
  return `handle ${quote(path)} {
		header Content-Type ${quote(type)}
		header Cache-Control ${quote(cacheControl)}${safety}
		rewrite * ${file}
		file_server {
			precompressed br gzip
		}
	}`;
}

/** A row of a map. */
function row(texts: readonly string[]): string {
  return texts.map(quote).join(" ");
}

/** Text as one token of a Caddyfile. Backticks have no escapes, so the text must hold none. */
function quote(text: string): string {
  return `\`${text}\``;
}
