import type { SiteFacts } from "../schema/manifest.ts";
import { escapeRegex } from "./escape-regex.ts";
import {
  ALLOWED_METHODS,
  CACHED,
  COMMON_HEADERS,
  firstFolder,
  firstFolders,
  HEALTH,
  HTML_TYPE,
  JSON_TYPE,
  NEVER_STORED,
  PREFLIGHT_HEADERS,
  PROBLEM_TYPE,
  problemsDeepestFirst,
  rulesOf,
} from "./rules.ts";

/** A route of vercel.json (https://vercel.com/docs/project-configuration#routes); `src` is a regular expression of the whole path. */
export type VercelRoute =
  | { handle: "error" }
  | {
      src: string;
      dest?: string;
      status?: number;
      methods?: string[];
      headers?: Record<string, string>;
      continue?: true;
    };

/** `vercel.json`: routes in the order in which Vercel tries them, before it looks for a file; those after `error` answer what was not found. */
export function vercelJson(facts: SiteFacts): string {
  return `${JSON.stringify({ $schema: "https://openapi.vercel.sh/vercel.json", routes: vercelRoutes(facts) }, null, 2)}\n`;
}

function vercelRoutes(facts: SiteFacts): VercelRoute[] {
  const { documents, files, folders } = rulesOf(facts);
  const { Vary: _, ...common } = COMMON_HEADERS; // the host compresses by itself, and says so
  const html = facts.pages.filter(({ file, path }) => file !== path.slice(1) && path !== "/");
  const answered = (src: string, dest: string, type: string, cacheControl = CACHED): VercelRoute => ({
    src: `^${src}$`,
    dest,
    headers: { "Content-Type": type, "Cache-Control": cacheControl },
  });
  return [
    { src: "^.*$", headers: common, continue: true },
    { src: "^.*$", methods: ["OPTIONS"], status: 204, headers: { Allow: ALLOWED_METHODS, ...PREFLIGHT_HEADERS } },
    { src: "^(.*/)?404$", status: 404 },
    { src: "^/hosts/.*$", status: 404 },
    answered("/", "/index.html", HTML_TYPE),
    ...documents.map((path) =>
      answered(
        `(${escapeRegex(path).replace(":name", "[^/]+")})`,
        "$1.json",
        JSON_TYPE,
        path === HEALTH ? NEVER_STORED : CACHED,
      ),
    ),
    ...files.map(({ path, type }) => answered(escapeRegex(path), path, type)),
    ...folders.map(({ folder, ending, type }) =>
      answered(`(${escapeRegex(folder)}.+\\.${escapeRegex(ending)})`, "$1", type),
    ),
    ...html
      .filter(({ path }) => firstFolder(path) === undefined)
      .map(({ path, type }) => answered(escapeRegex(path), `${path}.html`, type)),
    ...firstFolders(html.map(({ path }) => path)).map((folder) =>
      answered(`(${escapeRegex(folder)}.+)`, "$1.html", HTML_TYPE),
    ),
    { src: "^.*$", status: 404 },
    { handle: "error" },
    ...problemsDeepestFirst(facts).map(
      ({ path, file }): VercelRoute => ({
        src: path === "/" ? "^.*$" : `^${escapeRegex(path)}/.*$`,
        status: 404,
        dest: `/${file}`,
        headers: { "Content-Type": PROBLEM_TYPE, "Cache-Control": NEVER_STORED },
      }),
    ),
  ];
}
