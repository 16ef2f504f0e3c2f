import { OPERATION_ENTRIES } from "../../build/core/schema/operations.ts";

/** The templates that requests are counted under, as in the OpenAPI description. */
export const ROUTES: ReadonlySet<string> = new Set(OPERATION_ENTRIES.map(([, { path }]) => path));

/** The label of all other paths: pages, feeds, and paths that do not exist. */
export const OTHER = "other";

const PATTERNS = [...ROUTES].map((route) => {
  const [fixed = "", ...rest] = route.replaceAll(".", "\\.").split(/\{\w+\}/);
  return { route, pattern: new RegExp(`^${[fixed, ...rest].join("[^/]+")}$`) };
});

/** The template of a request path. The list is fixed, so that no caller can add a label. */
export function routeOf(path: string): string {
  if (ROUTES.has(path)) return path;
  return PATTERNS.find(({ pattern }) => pattern.test(path))?.route ?? OTHER;
}
