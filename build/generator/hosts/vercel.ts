import type { SiteFacts } from "../../core/schema/manifest.ts";
import { safetyHeadersOf } from "../../core/schema/safety-headers.ts";
import { detailsPath, namesOfDetails } from "../../core/site/other-names.ts";
import { HEADERS, TYPES } from "./answer-headers.ts";
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
 * A route of vercel.json (https://vercel.com/docs/project-configuration#routes). `src` is a regular
 * expression of the whole path.
 */
export type VercelRoute =
  | { handle: "error" }
  | {
      src: string;
      dest?: string;
      status?: number;
      methods?: string[];
      /**
       * A header that the request must have. `value` is a regular expression of the whole value.
       */
      has?: { type: "header"; key: string; value: string }[];
      headers?: Record<string, string>;
      continue?: true;
    };

/**
 * `vercel.json`. Vercel tries the routes in this order before it looks for a file. The routes after
 * `error` answer what was not found.
 */
export function vercelJson(facts: SiteFacts): string {
  const $schema = "https://openapi.vercel.sh/vercel.json";
  return `${JSON.stringify({ $schema, routes: vercelRoutes(facts) }, null, 2)}\n`;
}

/** The 404 page for people, outside the API. */
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

function vercelRoutes(facts: SiteFacts): VercelRoute[] {
  const { documents, files, folders } = rulesOf(facts);
  const html = facts.pages.filter(({ file, path }) => file !== path.slice(1) && path !== "/");
  /** A route from the path `src` to the file of that path with the ending `dest`. */
  const answered = (
    src: string,
    dest: string,
    type: string,
    cacheControl = HEADERS.cached,
  ): VercelRoute => ({
    src: `^(${src})$`,
    dest: `$1${dest}`,
    headers: { "Content-Type": type, "Cache-Control": cacheControl, ...safetyHeadersOf(type) },
  });
  return [
    { src: "^.*$", headers: HEADERS.common, continue: true },
    {
      src: "^.*$",
      methods: ["OPTIONS"],
      status: 204,
      headers: { Allow: HEADERS.allow, ...HEADERS.preflight },
    },
    { src: "^(.*/)?404$", status: 404 },
    { src: "^/hosts/.*$", status: 404 },
    answered("/", "index.html", TYPES.html),
    ...documents.map((path) =>
      answered(
        escapeRegex(path).replace(":name", "[^/]+"),
        ".json",
        TYPES.json,
        path === HEALTH ? HEADERS.neverStored : HEADERS.cached,
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
      src: `^(${escapeRegex(folder)}.+)/$`,
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
        src: path === "/" ? "^.*$" : `^${escapeRegex(path)}/.*$`,
        status: 404,
        dest: `/${file}`,
        headers: { "Content-Type": TYPES.problem, "Cache-Control": HEADERS.neverStored },
      }),
    ),
  ];
}
