/**
 * The one rule of the site: the API path `/P` is the file `P.json`. The description's own path ends
 * in `.json` already.
 */
export function documentFile(path: string): string {
  return path.endsWith(".json") ? path.slice(1) : `${path.slice(1)}.json`;
}

/** The file of the problem that answers below a path. */
export function problemFile(path: string): string {
  return path === "/" ? "404.json" : `${path.slice(1)}/404.json`;
}

/** The file of a page for people. */
export function pageFile(path: string): string {
  return path === "/" ? "index.html" : `${path.slice(1)}.html`;
}

/** A decoded path as client libraries send it, with each segment percent-encoded as UTF-8. */
export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
