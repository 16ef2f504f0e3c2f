/** The templates that requests are counted under, as in the OpenAPI description. */
export const ROUTES: ReadonlySet<string> = new Set([
  "/health",
  "/vocabulary.json",
  "/vocabulary/{language}.json",
  "/v1/games",
  "/v1/openapi.json",
  "/v1/{game}/heroes",
  "/v1/{game}/heroes/{hero}",
  "/v1/{game}/heroes/{hero}/abilities",
  "/v1/{game}/maps",
  "/v1/{game}/maps/{map}",
  "/v1/{game}/modes",
  "/v1/{game}/roles",
  "/v1/{game}/patches",
  "/v1/{game}/patches/{patch}",
  "/v1/{game}/patches/{patch}/changes",
]);

/** What is no route of the API: pages, feeds, and whatever people try. */
export const OTHER = "other";

const PARAMETERS: ReadonlyMap<string, string> = new Map([
  ["heroes", "{hero}"],
  ["maps", "{map}"],
  ["patches", "{patch}"],
]);

/** The template of a request path; of a closed set, so that no caller can make up a label. */
export function routeOf(path: string): string {
  if (ROUTES.has(path)) return path;
  if (/^\/vocabulary\/[^/]+\.json$/.test(path)) return "/vocabulary/{language}.json";
  const [, version, , collection = "", id, part, ...rest] = path.split("/", 7);
  if (version !== "v1" || rest.length > 0) return OTHER;
  const route = ["", version, "{game}", collection];
  if (id !== undefined) route.push(PARAMETERS.get(collection) ?? "");
  if (part !== undefined) route.push(part);
  const template = route.join("/");
  return ROUTES.has(template) ? template : OTHER;
}
