import { OPERATION_ENTRIES } from "../../build/schema/operations.ts";

/** The templates that requests are counted under, as in the OpenAPI description. */
export const ROUTES: ReadonlySet<string> = new Set(OPERATION_ENTRIES.map(([, { path }]) => path));

/** What is no route of the API: pages, feeds, and whatever people try. */
export const OTHER = "other";

const PATTERNS = [...ROUTES].map((route) => {
  const [fixed = "", ...rest] = route.replaceAll(".", "\\.").split(/\{\w+\}/);
  return { route, pattern: new RegExp(`^${[fixed, ...rest].join("[^/]+")}$`) };
});

/**
 * The template of a request path. The templates are a fixed list, so no caller makes a new label.
 */
export function routeOf(path: string): string {
  if (ROUTES.has(path)) return path;
  return PATTERNS.find(({ pattern }) => pattern.test(path))?.route ?? OTHER;
}
