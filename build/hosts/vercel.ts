import type { SiteFacts } from "../schema/manifest.ts";
import { safetyHeadersOf } from "../schema/safety-headers.ts";
import { detailsPath, namesOfDetails } from "../site/other-names.ts";
import { commonOf, HEADERS, lifeOf, TYPES } from "./answer-headers.ts";
import { escapeRegex } from "./escape-regex.ts";
import {
  firstFolder,
  firstFolders,
  foldersForPeople,
  HEALTH,
  hasNotFoundPage,
  NOT_FOUND_PAGE,
  problemsDeepestFirst,
  rulesOf,
} from "./rules.ts";

/**
 * A route of vercel.json (https://vercel.com/docs/project-configuration#routes); `src` is a regular
 * expression of the whole path.
 */
export type VercelRoute =
  | { handle: "error" }
  | {
      src: string;
      dest?: string;
      status?: number;
      methods?: string[];
      /** What the request must have; `value` is a regular expression of the whole value. */
      has?: { type: "header"; key: string; value: string }[];
      headers?: Record<string, string>;
      continue?: true;
    };

/**
 * `vercel.json`: routes in the order in which Vercel tries them, before it looks for a file; those
 * after `error` answer what was not found.
 */
export function vercelJson(facts: SiteFacts, below = ""): string {
  const $schema = "https://openapi.vercel.sh/vercel.json";
  return `${JSON.stringify({ $schema, routes: vercelRoutes(facts, below) }, null, 2)}\n`;
}

/** The page that people see outside the API where there is nothing. */
const FOR_PEOPLE: VercelRoute = {
  src: "^(?!/v1(/|$)).*$",
  has: [{ type: "header", key: "accept", value: "text/html.*" }],
  status: 404,
  dest: `${NOT_FOUND_PAGE}.html`,
  headers: {
    "Content-Type": TYPES.html,
    "Cache-Control": HEADERS.neverStored,
    ...safetyHeadersOf(TYPES.html),
  },
};

/**
 * `below` is the regular expression of what stands before the paths of a site, where several stand
 * side by side.
 */
function vercelRoutes(facts: SiteFacts, below: string): VercelRoute[] {
  const { documents, files, folders } = rulesOf(facts);
  const life = lifeOf(facts);
  const html = facts.pages.filter(({ file, path }) => file !== path.slice(1) && path !== "/");
  /** The path is the only group of `src`; the file is `PATH` and what `dest` adds. */
  const answered = (
    src: string,
    dest: string,
    type: string,
    cacheControl = life.cached,
    before = below,
  ): VercelRoute => ({
    src: `^(${before}${src})$`,
    dest: `$1${dest}`,
    headers: { "Content-Type": type, "Cache-Control": cacheControl, ...safetyHeadersOf(type) },
  });
  return [
    { src: "^.*$", headers: commonOf(facts, below), continue: true },
    {
      src: "^.*$",
      methods: ["OPTIONS"],
      status: 204,
      headers: { Allow: HEADERS.allow, ...HEADERS.preflight },
    },
    { src: "^(.*/)?404$", status: 404 },
    { src: "^/hosts/.*$", status: 404 },
    ...(below === ""
      ? []
      : [
          answered("/", "index.html", TYPES.html, HEADERS.cached, ""),
          answered("/versions\\.json", "", TYPES.json, HEADERS.cached, ""),
          { src: `^${below}/hosts/.*$`, status: 404 },
        ]),
    answered("/", "index.html", TYPES.html),
    ...documents.map((path) =>
      answered(
        escapeRegex(path).replace(":name", "[^/]+"),
        ".json",
        TYPES.json,
        path === HEALTH ? life.health : life.cached,
      ),
    ),
    ...namesOfDetails(facts).map(({ collection, id, names }) => {
      const written = names.flatMap((name) => [encodeURIComponent(name), name]);
      const name = `(?:${[...new Set(written)].map(escapeRegex).join("|")})`;
      const src = escapeRegex(detailsPath(collection, "@")).replace("@", () => name);
      return { ...answered(src, "", TYPES.json), dest: detailsPath(collection, id) };
    }),
    ...files.map(({ path, type }) => answered(escapeRegex(path), "", type)),
    ...folders.map(({ folder, ending, type }) =>
      answered(`${escapeRegex(folder)}.+\\.${escapeRegex(ending)}`, "", type),
    ),
    ...foldersForPeople(facts).map((folder) => ({
      src: `^(${below}${escapeRegex(folder)}.+)/$`,
      status: 301,
      headers: { Location: "$1" },
    })),
    ...html
      .filter(({ path }) => firstFolder(path) === undefined)
      .map(({ path, type }) => answered(escapeRegex(path), ".html", type)),
    ...firstFolders(html.map(({ path }) => path)).map((folder) =>
      answered(`${escapeRegex(folder)}.+`, ".html", TYPES.html),
    ),
    { src: "^.*$", status: 404 },
    { handle: "error" },
    ...(hasNotFoundPage(facts) ? [FOR_PEOPLE] : []),
    ...problemsDeepestFirst(facts).map(
      ({ path, file }): VercelRoute => ({
        src: path === "/" ? `^(${below})(/.*)?$` : `^(${below})${escapeRegex(path)}/.*$`,
        status: 404,
        dest: `$1/${file}`,
        headers: { "Content-Type": TYPES.problem, "Cache-Control": HEADERS.neverStored },
      }),
    ),
  ];
}
